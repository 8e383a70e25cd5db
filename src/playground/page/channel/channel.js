import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import { ChannelHeader } from './channel-header.js'
import { Composer } from './composer.js'
import { html } from '../kit/html.js'
import { Icon } from '../kit/icons.js'
import { Message } from './message.js'
import { useMessageKeys } from '../kit/one-stop.js'
import { store } from '../state/state.js'
import { dayName, sameDay } from '../kit/time.js'

const none = []

/** Thread replies appear in the channel only if they were also sent to it. Ephemerals appear where they were sent. */
const inChannel = (message) =>
  !message.thread_ts || message.thread_ts === message.ts || message.subtype === 'thread_broadcast'

/** A message within five minutes of the same author’s last one repeats no name. */
export const follows = (message, before) =>
  before !== undefined &&
  before.user === message.user &&
  before.username === message.username &&
  !before.ephemeral &&
  !message.ephemeral &&
  before.subtype !== 'tombstone' &&
  message.subtype !== 'thread_broadcast' &&
  Number(message.ts) - Number(before.ts) < 300

/** Follows new messages at the end of the list, and stays in place when the person has scrolled up. */
export const useStickToEnd = (messages, id) => {
  const list = useRef(null)
  const atEnd = useRef(true)
  const last = useRef(undefined)
  const [behind, setBehind] = useState(false)
  const size = useRef('')
  const sizeOf = ({ scrollHeight, clientHeight, clientWidth }) =>
    `${scrollHeight} ${clientHeight} ${clientWidth}`

  const stick = () => {
    const element = list.current
    if (atEnd.current) element.scrollTop = element.scrollHeight
    size.current = sizeOf(element)
  }
  useLayoutEffect(() => {
    const marked = list.current.querySelector('.highlighted')
    if (marked) {
      atEnd.current = false
      marked.scrollIntoView({ block: 'center' })
    } else stick()
    const newest = messages.at(-1)?.ts
    if (!atEnd.current && last.current !== undefined && newest > last.current) setBehind(true)
    last.current = newest
    const watch = new ResizeObserver(stick)
    for (const child of list.current.children) watch.observe(child)
    watch.observe(list.current)
    return () => watch.disconnect()
  }, [messages, id])
  const onScroll = ({ currentTarget: element }) => {
    // A list that grows or shrinks scrolls by itself. Only the person's own scrolling counts.
    if (sizeOf(element) !== size.current) return
    atEnd.current = element.scrollHeight - element.scrollTop - element.clientHeight < 60
    if (atEnd.current) setBehind(false)
  }
  const toEnd = () => {
    atEnd.current = true
    setBehind(false)
    stick()
    list.current.querySelector('.message:last-of-type')?.focus()
  }
  const keys = useMessageKeys(list)
  return { list, on: { onScroll, ...keys }, newer: behind && html`<${Newer} onGo=${toEnd} />` }
}

const Newer = ({ onGo }) => html`
  <p class="newer">
    <button type="button" onClick=${onGo}>New messages <span aria-hidden="true">↓</span></button>
  </p>
`

const Intro = ({ channel, workspace }) => {
  const { bot, commands } = workspace
  if (channel.is_im)
    return html`<div class="intro">
      <h3>${bot.name}</h3>
      <p>This is the very beginning of your direct message history with <b>@${bot.name}</b>.</p>
    </div>`
  const helps = channel.members.includes(bot.userId) && commands.length > 0
  return html`<div class="intro">
    <h3># ${channel.name}</h3>
    <p>This is the very beginning of the <b>#${channel.name}</b> channel.</p>
    ${channel.topic && html`<p>${channel.topic}</p>`}
    ${helps && html`<p class="hint">Type <kbd>/onboard help</kbd> to see what the app can do here.</p>`}
  </div>`
}

export const Channel = ({ id }) => {
  const workspace = store.use((state) => state.workspace)
  const all = store.use((state) => state.messages[id]) ?? none
  const highlighted = store.use((state) => state.highlighted)
  const messages = useMemo(() => all.filter(inChannel), [all])
  const { list, on, newer } = useStickToEnd(messages, id)
  const channel = workspace.channels.find((one) => one.id === id)
  if (!channel)
    return html`<main class="channel">
      <div class="messages" ref=${list}><p class="intro">You’re not in any channel yet.</p></div>
    </main>`
  return html`
    <main class="channel" aria-label=${channel.is_im ? workspace.bot.name : `Channel ${channel.name}`}>
      <${ChannelHeader} channel=${channel} workspace=${workspace} />
      <div class="messages" ref=${list} ...${on} role="region" aria-label="Messages">
        <${Intro} channel=${channel} workspace=${workspace} />
        ${messages.map((message, index) => {
          const before = messages[index - 1]
          const newDay = before === undefined || !sameDay(before.ts, message.ts)
          return html`
            ${newDay && html`<div class="day" key=${`day-${message.ts}`}><span>${dayName(message.ts)}</span></div>`}
            <${Message}
              key=${message.ts}
              channel=${id}
              message=${message}
              compact=${!newDay && follows(message, before)}
              highlighted=${highlighted === message.ts}
            />
          `
        })}
      </div>
      ${newer}
      ${
        channel.is_ext_shared &&
        html`<p class="shared-hint">
          <${Icon} name="people" size=${14} /> ${channel.partners.map(({ name }) => name).join(' and ')} can
          read this channel
        </p>`
      }
      ${
        channel.is_archived
          ? html`<p class="archived">You are viewing <b>#${channel.name}</b>, an archived channel.</p>`
          : html`<${Composer}
              channel=${channel}
              placeholder=${channel.is_im ? `Message ${workspace.bot.name}` : `Message #${channel.name}`}
            />`
      }
    </main>
  `
}
