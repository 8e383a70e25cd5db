import { emoji } from './emoji.ts'

/**
 * How a customer's text stays a customer's text.
 *
 * In blocks, what came from outside is put into `rich_text` elements, whose `text` Slack shows literally: no
 * mrkdwn, no `<!channel>`, no `:emoji:`, no automatic links, nobody is pinged. (A `plain_text` object is nearly
 * that, but Slack's clients undo `&lt;` in it; mrkdwn would need zero-width characters that people then copy.)
 *
 * In the top-level `text`, which Slack reads as mrkdwn and shows in notifications and to screen readers,
 * `&`, `<` and `>` are escaped and nothing else is changed: control sequences lose their power, and
 * unescaping gives the original to the letter. `@channel` without `<!…>` pings only when a caller passes
 * `link_names` or `parse: "full"`; nobody may.
 */
export const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>' }

/** Reverses `escape` in one pass, so that `&amp;lt;` becomes `&lt;`. */
export const unescape = (text: string): string =>
  text.replaceAll(/&(?:amp|lt|gt);/g, (entity) => entities[entity] ?? entity)

/** A URL inside `<…>`. */
export const mrkdwnUrl = (url: string): string => escape(url).replaceAll('|', '%7C')

/** `<url|label>`. The caller has checked that `url` is http or https. */
export const mrkdwnLink = (url: string, label: string): string =>
  `<${mrkdwnUrl(url)}|${escape(label).replaceAll('\n', ' ')}>`

const calendarDay = /^\d{4}-\d{2}-\d{2}$/
const dayFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })
const timeFormat = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: 'UTC' })

const millisecondsOf = (when: string | number): number => (typeof when === 'number' ? when : Date.parse(when))

/** The calendar day in UTC, `Dec 31, 2026`; other text stays unchanged. */
export const dayText = (when: string | number): string => {
  const ms = millisecondsOf(typeof when === 'string' ? when.slice(0, 10) : when)
  return Number.isNaN(ms) ? String(when) : dayFormat.format(ms)
}

/** `Dec 31, 2026, 14:05 UTC`, for places where Slack cannot show the reader's own time. */
export const instantText = (ms: number): string => `${dayFormat.format(ms)}, ${timeFormat.format(ms)} UTC`

/** Milliseconds of an instant; undefined for a calendar day and for other text. */
export const instantOf = (when: string | number): number | undefined => {
  if (typeof when === 'string' && calendarDay.test(when)) return undefined
  const ms = millisecondsOf(when)
  return Number.isNaN(ms) ? undefined : ms
}

/** An instant in the reader's time zone. A calendar day is written out, because `<!date>` would shift it. */
export const slackDate = (when: string | number, fallback?: string): string => {
  const ms = instantOf(when)
  if (ms === undefined) return escape(dayText(when))
  const words = escape(fallback ?? instantText(ms)).replaceAll('|', '/')
  return `<!date^${Math.floor(ms / 1000)}^{date_short_pretty} {time}|${words}>`
}

/** Names by id; without a name, the label or the id is shown. */
export interface Names {
  user(id: string): string | undefined
  channel(id: string): string | undefined
}

const userToken = /<@([UW][A-Z0-9]+)(?:\|[^>]*)?>/g
const channelToken = /<#([CGD][A-Z0-9]+)(?:\|[^>]*)?>/g

const unique = (text: string, token: RegExp): string[] => [
  ...new Set([...text.matchAll(token)].map(([, id]) => id ?? '')),
]

/** The ids that `toPlain` will look up, each once. */
export const collectMentions = (text: string): { users: string[]; channels: string[] } => ({
  users: unique(text, userToken),
  channels: unique(text, channelToken),
})

const linkText = (target: string, label: string | undefined): string => {
  const url = unescape(target)
  const address = url.replace(/^(mailto|tel):/, '')
  if (label === undefined || label === '') return address
  const words = unescape(label)
  // Slack writes a bare `example.com` as <http://example.com|example.com>: the link alone says it all.
  const same = [url, address, url.replace(/^https?:\/\//, '')].includes(words)
  if (!same) return `${words} (${address})`
  return words === address ? words : url
}

const tokenText = (inner: string, names: Names): string => {
  const bar = inner.indexOf('|')
  const target = bar < 0 ? inner : inner.slice(0, bar)
  const label = bar < 0 ? undefined : inner.slice(bar + 1)
  const words = label ? unescape(label) : undefined
  const id = target.slice(1)
  if (target.startsWith('@')) return `@${names.user(id) ?? words ?? id}`
  if (target.startsWith('#')) return `#${words ?? names.channel(id) ?? id}`
  if (!target.startsWith('!')) return linkText(target, label)
  if (id.startsWith('date^')) return words ?? ''
  if (words) return words
  return `@${id.split('^').at(-1) ?? id}`
}

const withCharacters = (text: string): string =>
  text.replaceAll(/:([a-z0-9_+'-]+):(?::skin-tone-[2-6]:)?/g, (shortcode, name: string) =>
    Object.hasOwn(emoji, name) ? (emoji[name] ?? shortcode) : shortcode,
  )

const plainPart = (text: string, names: Names, emojiToo: boolean): string => {
  let plain = ''
  let end = 0
  const between = (words: string) => unescape(emojiToo ? withCharacters(words) : words)
  for (const match of text.matchAll(/<([@#!][^<>\n]*|[a-z][a-z0-9+.-]*:[^<>\n]+)>/gi)) {
    plain += between(text.slice(end, match.index)) + tokenText(match[1] ?? '', names)
    end = match.index + match[0].length
  }
  return plain + between(text.slice(end))
}

/** Mentions as names, links as `label (URL)`, emoji as characters. Keeps marks: the tracker has no others. */
export const toPlain = (slackText: string, names: Names): string =>
  slackText
    .split(/(```[\s\S]*?```|`[^`\n]+`)/)
    .map((part, index) => plainPart(part, names, index % 2 === 0))
    .join('')
