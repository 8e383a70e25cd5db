import { readFileSync } from 'node:fs'

/** `name character, name character`. Only common shortcodes: others stay as typed. */
const table = readFileSync(new URL('emoji.txt', import.meta.url), 'utf8')

const emoji: Readonly<Record<string, string>> = Object.fromEntries(
  table.split(',').map((entry) => entry.trim().split(' ') as [string, string]),
)

/**
 * Keeps outside text literal.
 * Blocks put it into `rich_text` elements. Slack shows their `text` as it is: no mrkdwn, no `<!channel>`, no
 * `:emoji:`, no automatic links, no pings. (`plain_text` is not enough: Slack's clients decode `&lt;` in it.
 * mrkdwn would need zero-width characters, which people then copy.)
 * Slack reads the top-level `text` as mrkdwn, for notifications and screen readers. There `&`, `<` and `>`
 * are escaped and nothing else, which disables control sequences and can be reversed exactly. A plain
 * `@channel` pings only if a caller sets `link_names` or `parse: "full"`, so never set them.
 */
export const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>' }

/** Reverses `escape` in one pass, so that `&amp;lt;` becomes `&lt;`. */
export const unescape = (text: string): string =>
  text.replaceAll(/&(?:amp|lt|gt);/g, (entity) => entities[entity] ?? entity)

/** A URL inside `<…>`. */
export const mrkdwnUrl = (url: string): string => escape(url).replaceAll('|', '%7C')

/** `<url|label>`. The caller must check that `url` is http or https. */
export const mrkdwnLink = (url: string, label: string): string =>
  `<${mrkdwnUrl(url)}|${escape(label).replaceAll('\n', ' ')}>`

const calendarDay = /^\d{4}-\d{2}-\d{2}$/
const dayFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })
const timeFormat = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: 'UTC' })

/** The calendar day in UTC, such as `Dec 31, 2026`. Returns other text unchanged. */
export const dayText = (date: string): string => {
  const ms = Date.parse(date.slice(0, 10))
  return Number.isNaN(ms) ? date : dayFormat.format(ms)
}

/** `Due Nov 17, 2026`, `Overdue: was due Nov 17, 2026`. Undefined if it has no day. */
export const dueText = ({
  dueDate,
  overdue = false,
}: {
  dueDate?: string | undefined
  overdue?: boolean | undefined
}): string | undefined => {
  if (dueDate === undefined) return overdue ? 'Overdue' : undefined
  return `${overdue ? 'Overdue: was due' : 'Due'} ${dayText(dueDate)}`
}

/** `Dec 31, 2026, 14:05 UTC`, for places where Slack cannot show local time. */
export const instantText = (ms: number): string => `${dayFormat.format(ms)}, ${timeFormat.format(ms)} UTC`

/** An instant in ms. Undefined for a calendar day or other text. */
export const instantOf = (when: string | number): number | undefined => {
  if (typeof when === 'string' && calendarDay.test(when)) return undefined
  const ms = typeof when === 'number' ? when : Date.parse(when)
  return Number.isNaN(ms) ? undefined : ms
}

/** In the reader's time zone. Not for calendar days, which that would shift. */
export const slackDate = (ms: number): string =>
  `<!date^${Math.floor(ms / 1000)}^{date_short_pretty} {time}|${instantText(ms)}>`

const lastMs = 8_640_000_000_000_000

/** The instant of a Slack timestamp in seconds. Empty if it is none. */
export const stampText = (seconds: unknown): string => {
  const ms = Number(seconds) * 1_000
  return Math.abs(ms) <= lastMs ? instantText(ms) : ''
}

/** Looks up names by id. A channel that the app can't see has its id as its name. */
interface Names {
  user(id: string): string | undefined
  channel(id: string): string | undefined
}

const userToken = /<@([UW][A-Z0-9]+)(?:\|[^>]*)?>/g
const channelToken = /<#([CGD][A-Z0-9]+)(?:\|[^>]*)?>/g

/** The ids that `toPlain` looks up, without duplicates. */
export const collectMentions = (text: string): { users: string[]; channels: string[] } => {
  const [users, channels] = [new Set<string>(), new Set<string>()]
  for (const [, id = ''] of text.matchAll(userToken)) users.add(id)
  for (const [, id = ''] of text.matchAll(channelToken)) channels.add(id)
  return { users: [...users], channels: [...channels] }
}

const linkText = (target: string, label: string | undefined): string => {
  const url = unescape(target)
  const address = url.replace(/^(mailto|tel):/, '')
  if (label === undefined || label === '') return address
  const words = unescape(label)
  // Slack turns a typed `example.com` or `readme.md` into <http://readme.md|readme.md>, which was not meant as a link.
  if ([url, address, url.replace(/^http:\/\//, '').replace(/\/$/, '')].includes(words)) return words
  return url.replace(/^https:\/\//, '') === words ? url : `${words} (${address})`
}

const tokenText = (inner: string, names: Names): string => {
  const bar = inner.indexOf('|')
  const target = bar < 0 ? inner : inner.slice(0, bar)
  const label = bar < 0 ? undefined : inner.slice(bar + 1)
  const words = label ? unescape(label) : undefined
  const id = target.slice(1)
  if (target.startsWith('@')) return `@${names.user(id) ?? words ?? id}`
  if (target.startsWith('#')) {
    const name = words ?? names.channel(id)
    return name === undefined || name === id ? 'a private channel' : `#${name}`
  }
  if (!target.startsWith('!')) return linkText(target, label)
  if (id.startsWith('date^')) return words ?? stampText(id.split('^')[1])
  if (words) return words
  // An id means nothing to readers of a comment.
  return id.startsWith('subteam^') ? '@a user group' : `@${id.split('^').at(-1) ?? id}`
}

/** Inside a word, as in `user:id:42`, it is no shortcode. */
const shortcodes = /(?<!\w):([a-z0-9_+'-]+):(?::skin-tone-[2-6]:)?(?!\w)/g

export const withCharacters = (text: string): string =>
  text.replaceAll(shortcodes, (shortcode, name: string) =>
    Object.hasOwn(emoji, name) ? (emoji[name] ?? shortcode) : shortcode,
  )

const plainPart = (text: string, names: Names, emojiToo: boolean): string => {
  let plain = ''
  let end = 0
  const shown = emojiToo ? withCharacters : String
  for (const match of text.matchAll(/<([@#!][^<>\n]*|[a-z][a-z0-9+.-]*:[^<>\n]+)>/gi)) {
    plain += unescape(shown(text.slice(end, match.index))) + tokenText(match[1] ?? '', names)
    end = match.index + match[0].length
  }
  return plain + unescape(shown(text.slice(end)))
}

const code = /(?<!`)(`{3,})(?!`)([^]*?[^`])\1(?!`)|(?<!`)(`{1,2})(?!`)[^\n]*?[^`\n]\3(?!`)/g

/** Slack writes a block of code without line breaks around it. On its own lines, it is code in Markdown, too. */
const onOwnLines = (ticks: string, inside: string): string =>
  `${ticks}\n${inside.replace(/^\n/, '').replace(/\n$/, '')}\n${ticks}`

/** Mentions become names, links `label (URL)`, emoji characters. Formatting marks stay as they are. */
export const toPlain = (slackText: string, names: Names): string => {
  let plain = ''
  let end = 0
  for (const match of slackText.matchAll(code)) {
    const [all, ticks, inside] = match
    plain += plainPart(slackText.slice(end, match.index), names, true)
    plain += plainPart(ticks && inside !== undefined ? onOwnLines(ticks, inside) : all, names, false)
    end = match.index + all.length
  }
  return plain + plainPart(slackText.slice(end), names, true)
}
