import { notify, openThread, react, remove, useShortcut } from '../state/actions.js'
import { emoji, favourites } from '../kit/emoji.js'
import { html } from '../kit/html.js'
import { Icon } from '../kit/icons.js'
import { Menu } from '../kit/popover.js'
import { ask } from '../blocks/question.js'
import { store } from '../state/state.js'

const permalink = (channel, message) =>
  `${location.origin}/archives/${channel}/p${message.ts.replace('.', '')}${message.thread_ts && message.thread_ts !== message.ts ? `?thread_ts=${message.thread_ts}&cid=${channel}` : ''}`

const copy = async (text) => {
  await navigator.clipboard?.writeText(text)
  notify('Link copied.')
}

/** Slack asks before it deletes. */
export const askDelete = async (channel, message) => {
  const isConfirmed = await ask({
    title: 'Delete message',
    text: {
      type: 'plain_text',
      text: 'Are you sure you want to delete this message? This cannot be undone.',
    },
    confirm: 'Delete',
    danger: true,
  })
  if (isConfirmed) await remove(channel, message.ts)
}

const menuItems = (channel, message, { shortcuts, own, startEdit }) => [
  ...shortcuts.map((one) => ({
    label: one.name,
    hint: 'Onboarding',
    onChoose: () => useShortcut(one.callback_id, channel, message.ts),
  })),
  ...(shortcuts.length > 0 ? [null] : []),
  { label: 'Copy link', onChoose: () => copy(permalink(channel, message)) },
  ...(own
    ? [
        { label: 'Edit message', onChoose: startEdit },
        { label: 'Delete message…', danger: true, onChoose: () => askDelete(channel, message) },
      ]
    : []),
]

/** The buttons above a message under the pointer. */
export const Actions = ({ channel, message, inThread, startEdit }) => {
  const workspace = store.use((state) => state.workspace)
  const shortcuts = workspace.shortcuts.filter((one) => one.type === 'message')
  const own = message.user === workspace.me.id
  const reactions = favourites.map((name) => ({
    label: `${emoji(name)}  ${name.replace(/_/g, ' ')}`,
    onChoose: () => react(channel, message, name),
  }))
  return html`
    <div class="actions" role="group" aria-label="Message actions">
      <button
        type="button"
        aria-label="React with check mark"
        title="Completed"
        onClick=${() => react(channel, message, 'white_check_mark')}
      >
        ✅
      </button>
      <${Menu} label="Add reaction" items=${reactions}><${Icon} name="emoji" /><//>
      ${
        !inThread &&
        html`<button
          type="button"
          aria-label="Reply in thread"
          title="Reply in thread"
          onClick=${() => openThread(message.thread_ts ?? message.ts)}
        >
          <${Icon} name="reply" />
        </button>`
      }
      <${Menu} label="More actions" items=${menuItems(channel, message, { shortcuts, own, startEdit })}
        ><${Icon} name="more"
      /><//>
    </div>
  `
}
