import { react } from '../state/actions.js'
import { emoji } from '../kit/emoji.js'
import { html } from '../kit/html.js'
import { personById, store } from '../state/state.js'

/** Reactions with the people behind them. A click adds or removes the person's own. */
export const Reactions = ({ channel, message }) => {
  const own = store.use((state) => state.workspace.me.id)
  return html`
    <div class="reactions">
      ${message.reactions.map(({ name, users, count }) => {
        const names = users.map((id) => personById(id)?.real_name ?? id).join(', ')
        const says = `${names} reacted with :${name}:`
        return html`
          <button
            type="button"
            key=${name}
            class=${users.includes(own) ? 'mine' : ''}
            title=${says}
            aria-label=${`${emoji(name) ?? `:${name}:`} ${count}, ${says}`}
            onClick=${() => react(channel, message, name)}
          >
            <span class="emoji">${emoji(name) ?? `:${name}:`}</span> ${count}
          </button>
        `
      })}
    </div>
  `
}
