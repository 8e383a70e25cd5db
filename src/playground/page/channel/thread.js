import { useMemo } from 'preact/hooks'
import { openThread } from '../state/actions.js'
import { follows, useStickToEnd } from './channel.js'
import { Composer } from './composer.js'
import { html } from '../kit/html.js'
import { Icon } from '../kit/icons.js'
import { Message } from './message.js'
import { store } from '../state/state.js'

const none = []

export const Thread = ({ channel: id, root }) => {
  const all = store.use((state) => state.messages[id]) ?? none
  const channel = store.use((state) => state.workspace.channels.find((one) => one.id === id))
  const highlighted = store.use((state) => state.highlighted)
  const thread = useMemo(() => all.filter((one) => one.ts === root || one.thread_ts === root), [all, root])
  const { list, on, newer } = useStickToEnd(thread, root)
  const first = thread.find((one) => one.ts === root)
  const replies = thread.filter((one) => one.ts !== root)
  const count = replies.filter((one) => !one.ephemeral).length
  if (!channel) return null
  return html`
    <aside class="thread" aria-label="Thread">
      <header class="channel-header">
        <button
          type="button"
          class="icon-button phone-only"
          aria-label="Back to the channel"
          title="Back"
          onClick=${() => openThread(null)}
        >
          <${Icon} name="back" />
        </button>
        <h1>Thread</h1>
        <p class="topic">${channel.is_im ? '' : `#${channel.name}`}</p>
        <button
          type="button"
          class="icon-button wide-only"
          aria-label="Close thread"
          title="Close"
          onClick=${() => openThread(null)}
        >
          <${Icon} name="close" />
        </button>
      </header>
      <div class="messages" ref=${list} ...${on} role="region" aria-label="Replies">
        ${first && html`<${Message} channel=${id} message=${first} inThread />`}
        ${count > 0 && html`<div class="reply-count"><span>${count} ${count === 1 ? 'reply' : 'replies'}</span></div>`}
        ${replies.map(
          (message, index) => html`
            <${Message}
              key=${message.ts}
              channel=${id}
              message=${message}
              compact=${index > 0 && follows(message, replies[index - 1])}
              highlighted=${highlighted === message.ts}
              inThread
            />
          `,
        )}
      </div>
      ${newer}
      ${first && !channel.is_archived && html`<${Composer} channel=${channel} thread=${root} placeholder="Reply…" />`}
    </aside>
  `
}
