import { api, get, post } from './api.js'
import { changeMessages, loadMessages, noteStream, withMessage } from './messages.js'
import { paneHandlers } from './pane-actions.js'
import { channelById, personById, remember, store } from './state.js'
import { plainText } from './plain-text.js'

/** Everything a person can do on the page, in one place. */

const as = () => store.get().as

const showAddress = () => {
  const { place, thread } = store.get()
  const query = new URLSearchParams({ as: as(), ...(thread && place !== 'home' && { thread }) })
  history.replaceState(null, '', `${place === 'home' ? '/app' : `/archives/${place}`}?${query}`)
}

export const notify = (text) => {
  store.set({ notice: text })
  clearTimeout(notify.timer)
  notify.timer = setTimeout(() => store.set({ notice: null }), 5_000)
}

const withNotice = (answer) => {
  if (!answer.ok) notify(answer.error ?? 'That didn’t work.')
  return answer
}

/** The place to show: the current one, if this person can see it. */
const placeFor = (workspace, place) => {
  const seen = workspace.channels.some((one) => one.id === place)
  const hasApp = workspace.channels.some((one) => one.is_im)
  return seen || (place === 'home' && hasApp)
    ? place
    : (workspace.channels.find((one) => !one.is_im)?.id ?? '')
}

/** A person with a start page of their own begins there. Otherwise the open page stays open. */
const trackerPage = ({ tracker, workspace }, { start, url }) =>
  tracker.src === null || (workspace && workspace.tracker.start !== start) ? (start ?? url) : tracker.src

/** Counts the stream's changes to dialogs and the Home tab: an answer from before one is out of date. */
let surfaceChanges = 0

/** Reads the workspace as one person sees it. `change` is applied in the same step. */
export const loadWorkspace = async (person = as(), change = {}) => {
  const changesBefore = surfaceChanges
  const workspace = await get(`/workspace?as=${person}`)
  if (!workspace.ok) return void notify(workspace.error)
  if (person !== as() && !change.as) return
  const before = change.place ?? store.get().place
  const place = placeFor(workspace, before)
  store.set((state) => ({
    ...change,
    workspace,
    ...((change.as || changesBefore === surfaceChanges) && { home: workspace.home, views: workspace.views }),
    place,
    tracker: { ...state.tracker, src: trackerPage(state, workspace.tracker) },
  }))
  // This person can no longer see the channel.
  if (place !== before && place !== '' && !change.as) await goTo(place)
}

export const markRead = async (channel) => {
  await post(`/channels/${channel}/read`, { as: as() })
  store.set((state) => ({
    workspace: state.workspace && {
      ...state.workspace,
      channels: state.workspace.channels.map((one) => (one.id === channel ? { ...one, unread: 0 } : one)),
    },
  }))
}

export const goTo = async (place, thread = null, highlighted = null) => {
  const { pane } = store.get()
  // A pane belongs to the conversation it was opened in.
  store.set({ place, thread, highlighted, menu: false, pane: pane?.channel === place ? pane : null })
  showAddress()
  if (place === '') return
  if (place === 'home') return void withNotice(await post('/home', { as: as(), tab: 'home' }))
  if (channelById(place)?.is_im) await post('/home', { as: as(), tab: 'messages' })
  await loadMessages(place)
  await markRead(place)
  if (highlighted) setTimeout(() => store.set({ highlighted: null }), 3_000)
}

export const openThread = (ts) => {
  const before = store.get().thread
  const hadFocus = document.querySelector('.thread')?.contains(document.activeElement)
  store.set({ thread: ts })
  showAddress()
  // The focus goes back to the message whose thread is closed.
  if (ts === null && hadFocus) document.querySelector(`.channel [data-ts="${before}"]`)?.focus()
}

export const actAs = async (name) => {
  remember('as', name)
  const { place, thread, places } = store.get()
  const back = places[name] ?? { place, thread: null }
  await loadWorkspace(name, {
    as: name,
    messages: {},
    places: { ...places, [as()]: { place, thread } },
    ...back,
    pane: null,
    highlighted: null,
    trouble: {},
  })
  connect()
  await goTo(store.get().place, store.get().place === back.place ? back.thread : null)
}

/** The server runs text that begins with a slash as a command. Slackbot reports its failure in the channel. */
export const send = async (text, thread, { broadcast, files = [] } = {}) => {
  const answer = await post('/messages', {
    as: as(),
    channel: store.get().place,
    text,
    ...(thread && { thread_ts: thread }),
    ...(broadcast && { broadcast: true }),
    ...(files.length > 0 && { files: files.map(({ name, size }) => ({ name, size })) }),
  })
  if (answer.unsent) withNotice(answer)
  return !answer.unsent
}

export const setOutage = async (slack) => withNotice(await api('PUT', '/outage', { slack }))
export const setTrackerOutage = async (tracker) =>
  withNotice(await api('PUT', '/tracker-outage', { tracker }))
export const changeChannel = async (id, change) =>
  withNotice(await api('PATCH', `/channels/${id}`, { as: as(), ...change }))
export const removeApp = async () => withNotice(await post('/uninstall', { as: as() }))
export const moveMember = async (id, move) =>
  withNotice(await post(`/channels/${id}/members`, { as: as(), ...move }))

export const edit = async (channel, ts, text) =>
  withNotice(await api('PATCH', '/messages', { as: as(), channel, ts, text })).ok
export const remove = async (channel, ts) =>
  withNotice(await api('DELETE', '/messages', { as: as(), channel, ts }))
export const react = async (channel, message, name) => {
  const isMine = message.reactions?.some(
    (one) => one.name === name && one.users.includes(store.get().workspace.me.id),
  )
  withNotice(
    await post('/reactions', { as: as(), channel, ts: message.ts, name, ...(isMine && { remove: true }) }),
  )
}

export const useShortcut = async (callbackId, channel, ts) => {
  const answer = await post('/shortcuts', { as: as(), callback_id: callbackId, channel, ts })
  if (!answer.ok) notify('The app didn’t respond. Try again.')
}

export const act = (body) => post('/actions', { as: as(), ...body })
export const loadOptions = (body) => post('/options', { as: as(), ...body })
export const submitView = (id, state) => post(`/views/${id}/submit`, { as: as(), state })
export const closeView = (id, all) => post(`/views/${id}/close`, { as: as(), ...(all && { all }) })

export const setTracker = (change) =>
  store.set((state) => {
    const tracker = { ...state.tracker, ...change }
    if ('src' in change) tracker.visits += 1
    if ('shown' in change) remember('tracker', change.shown ? 'shown' : 'hidden')
    return { tracker }
  })

let stream

const announce = (channel, message) => {
  const author = message.username ?? personById(message.user)?.real_name ?? 'Someone'
  store.set({
    announcement: `${author} in ${channelById(channel)?.name ?? 'this channel'}: ${plainText(message.text)}`,
  })
}

const handlers = {
  message: ({ channel, message }) => {
    changeMessages(channel, (messages) => withMessage(messages, message))
    const { place } = store.get()
    if (channel === place) {
      announce(channel, message)
      return void markRead(channel)
    }
    return void loadWorkspace()
  },
  update: ({ channel, message }) => changeMessages(channel, (messages) => withMessage(messages, message)),
  delete: ({ channel, ts }) => changeMessages(channel, (messages) => messages.filter((one) => one.ts !== ts)),
  reaction: ({ channel, ts, reactions }) =>
    changeMessages(channel, (messages) =>
      messages.map((one) => (one.ts === ts ? { ...one, reactions } : one)),
    ),
  view: ({ action, view }) =>
    store.set(({ views }) => ({
      views:
        action === 'open'
          ? [view]
          : action === 'push'
            ? [...views, view]
            : action === 'update'
              ? views.map((one) => (one.id === view.id ? view : one))
              : action === 'clear'
                ? []
                : views.slice(0, views.findIndex((one) => one.id === view?.id) + 1),
    })),
  home: ({ view }) => store.set({ home: view }),
  trouble: ({ ts, text }) => {
    store.set(({ trouble }) => ({ trouble: { ...trouble, [ts ?? 'page']: text } }))
    if (!ts) notify(text)
  },
  channels: () => void loadWorkspace(),
  ...paneHandlers,
}

/** Listens for changes. Data read before the stream opened, or during a break, is read again. */
export const connect = () => {
  stream?.close()
  stream = new EventSource(`/playground/api/stream?as=${as()}`)
  let broken = false
  stream.addEventListener('message', ({ data }) => {
    const change = JSON.parse(data)
    if (change.kind === 'view' || change.kind === 'home') surfaceChanges += 1
    handlers[change.kind]?.(change)
  })
  stream.addEventListener('error', () => {
    broken = true
    store.set({ connected: false })
  })
  stream.addEventListener('open', () => {
    noteStream()
    store.set({ connected: true })
    const { place, messages } = store.get()
    if (!broken) return messages[place] && void loadMessages(place)
    broken = false
    // What is open stays until it is read again, with what is being typed in it.
    store.set({ messages: messages[place] ? { [place]: messages[place] } : {} })
    void loadWorkspace().then(() => {
      const { place } = store.get()
      if (place !== 'home') void loadMessages(place)
    })
  })
}
