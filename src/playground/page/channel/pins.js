import { goTo } from '../state/actions.js'
import { html } from '../kit/html.js'
import { plainText } from '../state/plain-text.js'
import { Menu } from '../kit/popover.js'
import { personById, store } from '../state/state.js'

/** The label above a pinned message. */
export const PinnedMark = ({ message }) => html`
  <p class="pinned-by">
    <span aria-hidden="true">📌</span>
    ${` Pinned by ${personById(message.pinned_info?.pinned_by)?.real_name ?? 'Onboarding'}`}
  </p>
`

const firstWords = (message) => {
  const words = plainText(message.text).split('\n')[0]
  return words.length > 60 ? `${words.slice(0, 59)}…` : words
}

/** The pinned messages in the channel's header, with links. */
export const Pinned = ({ channel }) => {
  const messages = store.use((state) => state.messages[channel.id]) ?? []
  const pinned = messages.filter((one) => one.pinned_to?.includes(channel.id))
  if (pinned.length === 0) return null
  const items = pinned.map((message) => ({
    label: firstWords(message),
    onChoose: () => goTo(channel.id, null, message.ts),
  }))
  return html`<${Menu} label=${`${pinned.length} pinned`} className="pinned-list" items=${items}
    ><span aria-hidden="true">📌</span> ${pinned.length} pinned<//
  >`
}
