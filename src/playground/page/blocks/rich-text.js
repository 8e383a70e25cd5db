import { html } from '../kit/html.js'
import { emoji } from '../kit/emoji.js'
import { link, mention } from './mrkdwn.js'
import { channelById } from '../state/state.js'
import { formatDate } from '../kit/time.js'

const styled = (style = {}, content) => {
  let wrapped = content
  if (style.code) wrapped = html`<code>${wrapped}</code>`
  if (style.strike) wrapped = html`<s>${wrapped}</s>`
  if (style.italic) wrapped = html`<em>${wrapped}</em>`
  if (style.bold) wrapped = html`<strong>${wrapped}</strong>`
  return wrapped
}

const piece = {
  text: (e) => e.text.split('\n').flatMap((line, index) => (index === 0 ? [line] : [html`<br />`, line])),
  link: (e) => link(e.url, e.text),
  user: (e) => mention(e.user_id),
  channel: (e) => html`<span class="mention">#${channelById(e.channel_id)?.name ?? e.channel_id}</span>`,
  emoji: (e) =>
    html`<span class="emoji" role="img" aria-label=${e.name}>${emoji(e.name) ?? `:${e.name}:`}</span>`,
  date: (e) => html`<time>${formatDate(e.timestamp, e.format)}</time>`,
}

const pieces = (elements) =>
  elements.map((one) => styled(one.style, piece[one.type]?.(one) ?? one.fallback ?? ''))

const part = {
  rich_text_section: (e) => html`<span class="lines">${pieces(e.elements)}</span>`,
  rich_text_preformatted: (e) => html`<pre>${pieces(e.elements)}</pre>`,
  rich_text_quote: (e) => html`<blockquote>${pieces(e.elements)}</blockquote>`,
  rich_text_list: (e) => {
    const items = e.elements.map((one) => html`<li>${pieces(one.elements)}</li>`)
    const style = { marginLeft: `${(e.indent ?? 0) * 24}px` }
    return e.style === 'ordered'
      ? html`<ol start=${(e.offset ?? 0) + 1} style=${style}>
          ${items}
        </ol>`
      : html`<ul style=${style}>
          ${items}
        </ul>`
  },
}

export const RichText = ({ block }) =>
  html`<div class="rich-text">${block.elements.map((one) => part[one.type]?.(one))}</div>`
