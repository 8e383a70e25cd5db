import { get } from './api.js'
import { store } from './state.js'

/** Counts the stream's starts and its changes to each channel: an answer requested before one is out of date. */
let streamsOpened = 0
export const noteStream = () => (streamsOpened += 1)
const channelChanges = new Map()
const versionOf = (channel) => `${streamsOpened} ${channelChanges.get(channel) ?? 0}`

/** A channel that changes all the time is shown anyway. */
const mostReadings = 5

export const loadMessages = async (channel, readings = 1) => {
  const person = store.get().as
  const before = versionOf(channel)
  const answer = await get(`/channels/${channel}/messages?as=${person}`)
  if (!answer.ok || person !== store.get().as) return
  const isOutdated = before !== versionOf(channel)
  if (isOutdated && readings < mostReadings) return loadMessages(channel, readings + 1)
  const latest = answer.messages.at(-1)?.ts ?? ''
  store.set(({ messages }) => {
    // Changes that arrived during the request are newer than its answer.
    const newer = isOutdated ? (messages[channel] ?? []).filter((one) => one.ts > latest) : []
    return { messages: { ...messages, [channel]: [...answer.messages, ...newer] } }
  })
}

export const changeMessages = (channel, change) => {
  channelChanges.set(channel, (channelChanges.get(channel) ?? 0) + 1)
  store.set((state) => {
    const messages = state.messages[channel]
    return messages ? { messages: { ...state.messages, [channel]: change(messages) } } : {}
  })
}

export const withMessage = (messages, message) => {
  const others = messages.filter((one) => one.ts !== message.ts)
  return [...others, message].sort((a, b) => (a.ts < b.ts ? -1 : 1))
}
