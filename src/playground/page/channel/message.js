import { useEffect, useRef, useState } from 'preact/hooks'
import { edit, openThread, remove } from '../state/actions.js'
import { Avatar, authorOf } from './avatar.js'
import { Blocks } from '../blocks/blocks.js'
import { Attachments } from '../blocks/attachments.js'
import { html } from '../kit/html.js'
import { Icon } from '../kit/icons.js'
import { Actions, askDelete } from './message-actions.js'
import { Mrkdwn } from '../blocks/mrkdwn.js'
import { PinnedMark } from './pins.js'
import { sourceText } from '../state/plain-text.js'
import { Reactions } from './reactions.js'
import { store } from '../state/state.js'
import { MessageSurface } from '../blocks/surface.js'
import { fullTime, lately, shortTime, time } from '../kit/time.js'

/** Up to four people who replied, by the names they used. */
const repliers = (messages, root) => {
  const replies = messages.filter((one) => one.thread_ts === root && one.ts !== root && !one.ephemeral)
  return [...new Map(replies.map((one) => authorOf(one)).map((one) => [one.id, one])).values()].slice(0, 4)
}

const ReplyBar = ({ channel, message }) => {
  const messages = store.use((state) => state.messages[channel])
  const authors = repliers(messages ?? [], message.ts)
  const count = message.reply_count
  return html`
    <button type="button" class="reply-bar" onClick=${() => openThread(message.ts)}>
      ${authors.map((author) => html`<${Avatar} author=${author} size=${22} />`)}
      <b>${count} ${count === 1 ? 'reply' : 'replies'}</b>
      <span class="last">Last reply ${lately(message.latest_reply)}</span>
      <span class="view">View thread</span><${Icon} name="right" size=${16} />
    </button>
  `
}

const Editor = ({ channel, message, onDone }) => {
  const [text, setText] = useState(() => sourceText(message.text))
  const field = useRef(null)
  // Only once: a message that comes later must not take the focus from another field.
  useEffect(() => field.current.focus(), [])
  const save = async () => {
    if (text.trim() === '') return askDelete(channel, message)
    if (await edit(channel, message.ts, text)) onDone()
  }
  const key = (event) => {
    if (event.isComposing) return
    if (event.key === 'Escape') onDone()
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault()
      void save()
    }
  }
  return html`
    <div class="editor">
      <textarea
        aria-label="Edit message"
        rows=${Math.min(8, text.split('\n').length + 1)}
        value=${text}
        onInput=${({ target }) => setText(target.value)}
        onKeyDown=${key}
        ref=${field}
      ></textarea>
      <p>
        <button type="button" class="block-button small" onClick=${onDone}>Cancel</button>
        <button type="button" class="block-button small primary" onClick=${save}>Save</button>
      </p>
    </div>
  `
}

const Body = ({ channel, message }) => {
  if (message.blocks?.length)
    return html`<${MessageSurface} channel=${channel} message=${message}
      ><${Blocks} blocks=${message.blocks}
    /><//>`
  const edited =
    message.edited && html`<span class="edited" title=${fullTime(message.edited.ts)}> (edited)</span>`
  const text = html`<${Mrkdwn} text=${message.text} />${edited}`
  return html`<div class="text">${message.subtype === 'me_message' ? html`<em>${text}</em>` : text}</div>`
}

const Files = ({ files }) => html`
  <ul class="files">
    ${files.map((file) => html`<li><${Icon} name="file" /> <b>${file.title}</b></li>`)}
  </ul>
`

const Name = ({ author, message }) => html`
  <span class="byline">
    <b class="name">${author.name}</b>
    ${author.app && html`<span class="app-badge">APP</span>`}
    ${author.company && html`<span class="company">${author.company}</span>`}
    <time title=${fullTime(message.ts)}>${time(message.ts)}</time>
  </span>
`

export const Message = ({ channel, message, compact, inThread, highlighted }) => {
  const [editing, setEditing] = useState(false)
  const trouble = store.use((state) => state.trouble[message.ts])
  if (message.subtype === 'tombstone')
    return html`<div class="message tombstone" role="article">
      <span class="gutter"><span class="trash">🗑</span></span>
      <div class="content">
        <em>${message.text}</em
        >${message.reply_count > 0 && !inThread && html`<${ReplyBar} channel=${channel} message=${message} />`}
      </div>
    </div>`
  const author = authorOf(message)
  const classes = [
    'message',
    compact && 'compact',
    message.ephemeral && 'ephemeral',
    message.subtype === 'channel_join' && 'joined',
    highlighted && 'highlighted',
    editing && 'editing',
  ]
  return html`
    <div
      class=${classes.filter(Boolean).join(' ')}
      role="article"
      data-ts=${message.ts}
      data-user=${message.user}
    >
      <span class="gutter">
        ${compact ? html`<time>${shortTime(message.ts)}</time>` : html`<${Avatar} author=${author} />`}
      </span>
      <div class="content">
        ${message.ephemeral && html`<p class="only-you"><${Icon} name="eye" size=${14} /> Only visible to you</p>`}
        ${message.pinned_to && html`<${PinnedMark} message=${message} />`}
        ${
          message.subtype === 'thread_broadcast' &&
          !inThread &&
          html`<p class="replied">
            replied to a thread:
            <button type="button" class="link" onClick=${() => openThread(message.thread_ts)}>
              view thread
            </button>
          </p>`
        }
        ${!compact && html`<${Name} author=${author} message=${message} />`}
        ${editing ? html`<${Editor} channel=${channel} message=${message} onDone=${() => setEditing(false)} />` : html`<${Body} channel=${channel} message=${message} />`}
        ${message.files && html`<${Files} files=${message.files} />`}
        ${message.attachments && html`<${Attachments} channel=${channel} message=${message} />`}
        ${trouble && html`<p class="trouble" role="alert"><${Icon} name="warning" size=${14} /> ${trouble}</p>`}
        ${message.reactions?.length > 0 && html`<${Reactions} channel=${channel} message=${message} />`}
        ${message.reply_count > 0 && !inThread && html`<${ReplyBar} channel=${channel} message=${message} />`}
        ${
          message.ephemeral &&
          html`<p class="dismiss">
            <button type="button" class="link" onClick=${() => remove(channel, message.ts)}>Dismiss</button>
          </p>`
        }
      </div>
      ${!message.ephemeral && !editing && html`<${Actions} channel=${channel} message=${message} inThread=${inThread} startEdit=${() => setEditing(true)} />`}
    </div>
  `
}
