import { goTo } from '../state/actions.js'
import { followLink } from '../state/follow-link.js'
import { emoji } from '../kit/emoji.js'
import { html } from '../kit/html.js'
import { decode, sourceText } from '../state/plain-text.js'
import { channelById, personById, store } from '../state/state.js'
import { formatDate } from '../kit/time.js'

/** Turns Slack's markup into elements. Text becomes text nodes only: this page never uses innerHTML. */

export const safe = (url) => /^(https?:|mailto:|tel:)/i.test(url) && URL.canParse(url)

export const link = (url, label) => {
  const href = decode(url)
  if (!safe(href)) return decode(label ?? url)
  return html`<a
    href=${href}
    target="_blank"
    rel="noreferrer noopener"
    onClick=${(event) => followLink(event, href)}
    >${label === undefined ? href : decode(label)}</a
  >`
}

export const mention = (id) => {
  const person = personById(id)
  const own = store.get().workspace?.me.id === id
  return html`<span class=${own ? 'mention own' : 'mention'}>@${person?.real_name ?? id}</span>`
}

const channelLink = (id, label) => {
  const channel = channelById(id)
  const name = `#${channel?.name ?? label ?? id}`
  return channel
    ? html`<a
        class="mention"
        href=${`/archives/${id}`}
        onClick=${(event) => {
          event.preventDefault()
          void goTo(id)
        }}
        >${name}</a
      >`
    : html`<span class="mention">${name}</span>`
}

const date = (body, fallback) => {
  const [, seconds, format, url] = /^!date\^(-?\d+)\^([^^]*)(?:\^(.*))?$/.exec(body) ?? []
  if (seconds === undefined) return fallback ?? body
  const title = new Date(Number(seconds) * 1_000).toString()
  const text = html`<time title=${title}>${decode(formatDate(seconds, format))}</time>`
  return url && safe(url) ? html`<a href=${url} target="_blank" rel="noreferrer noopener">${text}</a>` : text
}

const special = (inside) => {
  const bar = inside.indexOf('|')
  const body = bar === -1 ? inside : inside.slice(0, bar)
  const label = bar === -1 ? undefined : inside.slice(bar + 1)
  if (body.startsWith('@')) return mention(body.slice(1))
  if (body.startsWith('#')) return channelLink(body.slice(1), label)
  if (body.startsWith('!date^')) return date(body, label)
  if (body.startsWith('!'))
    return html`<span class="mention own">@${label ?? body.slice(1).replace(/^subteam\^/, '')}</span>`
  return link(body, label)
}

const wraps = { '*': 'strong', _: 'em', '~': 's' }

/** As in Slack, a mark opens at the start of a word and closes at the end of one. */
const token = new RegExp(
  [
    /`([^`\n]+)`/.source,
    /<([^<>\n]+)>/.source,
    /:([\w+'-]+(?:::skin-tone-[2-6])?):/.source,
    /(?<![\p{L}\p{N}])(?<mark>[*_~])(?!\s)((?:(?!\k<mark>).)+?)(?<!\s)\k<mark>(?![\p{L}\p{N}])/u.source,
  ].join('|'),
  'gu',
)

export const inline = (text) => {
  const parts = []
  let last = 0
  for (const found of text.matchAll(token)) {
    const [all, code, inside, shortcode, mark, marked] = found
    const character = shortcode && emoji(shortcode)
    if (shortcode && !character) continue
    if (found.index > last) parts.push(decode(text.slice(last, found.index)))
    if (code !== undefined) parts.push(html`<code>${sourceText(code)}</code>`)
    else if (inside !== undefined) parts.push(special(inside))
    else if (character)
      parts.push(
        html`<span class="emoji" role="img" aria-label=${shortcode} title=${`:${shortcode}:`}
          >${character}</span
        >`,
      )
    else parts.push(html`<${wraps[mark]}>${inline(marked)}</${wraps[mark]}>`)
    last = found.index + all.length
  }
  if (last < text.length) parts.push(decode(text.slice(last)))
  return parts
}

const quoted = /^&gt; ?/

/** Runs of quoted lines and runs of plain ones. */
const paragraphs = (text) => {
  const groups = []
  for (const line of text.split('\n')) {
    const quote = quoted.test(line)
    const last = groups.at(-1)
    if (last && last.quote === quote) last.lines.push(line)
    else groups.push({ quote, lines: [line] })
  }
  return groups
}

const lines = (list) =>
  list.flatMap((line, index) => (index === 0 ? inline(line) : [html`<br />`, ...inline(line)]))

const flow = (text) =>
  paragraphs(text).map(({ quote, lines: list }) =>
    quote
      ? html`<blockquote>${lines(list.map((line) => line.replace(quoted, '')))}</blockquote>`
      : html`<span class="lines">${lines(list)}</span>`,
  )

export const Mrkdwn = ({ text }) =>
  html`${(text ?? '')
    .split(/```\n?([\s\S]+?)\n?```\n?/)
    .map((part, index) =>
      index % 2 === 1 ? html`<pre>${sourceText(part)}</pre>` : part === '' ? null : flow(part),
    )}`

/** A plain text object. Shortcodes become emoji, unless it turns that off. */
export const emojify = ({ text, emoji: wanted }) =>
  wanted === false ? text : text.replace(/:([\w+-]+):/g, (all, name) => emoji(name) ?? all)

export const Text = ({ value }) => {
  if (!value) return null
  return value.type === 'mrkdwn' ? html`<${Mrkdwn} text=${value.text} />` : html`${emojify(value)}`
}
