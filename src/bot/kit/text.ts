import { readFileSync } from 'node:fs'
import { daysBetween, type IsoDate } from '../../contract/dates.ts'
import { startOf, entered } from '../../contract/text.ts'
import { slackLimits } from '../../slack-limits.ts'

/**
 * Text as Slack takes it: escaped, counted, cut and cleaned, with characters for shortcodes. Then names, numbers, lists,
 * days, instants and answers in words.
 */

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

/** `<url|label>`. The caller must check that `url` is http or https. */
export const mrkdwnLink = (url: string, label: string): string =>
  `<${escape(url).replaceAll('|', '%7C')}|${escape(label).replaceAll('\n', ' ')}>`

export const isUrl = (url: string | undefined): url is string =>
  url !== undefined && url.length <= slackLimits.url && /^https?:\/\/\S+$/.test(url) && URL.canParse(url)

const ellipsis = '…'

/** What Slack stores as more than one character: 2,000 line breaks are 4,000. */
const storedLonger = /[&<>\n\t"\\]/

/** How many characters Slack stores: HTML and JSON escapes count. */
export const storedLengthOf = (text: string): number =>
  escape(text).length + (text.match(/[\n\t"\\]/g)?.length ?? 0)

/** The most that one character takes: an ampersand is stored as `&amp;`. */
const mostForOne = 5

/** How many UTF-16 units of `text` fit into `max`, counted as Slack stores them. Never splits a letter. */
export const fitting = (text: string, max: number): number => {
  let end = Math.min(text.length, max)
  let over = storedLengthOf(text.slice(0, end)) - max
  while (over > 0) {
    end -= Math.ceil(over / mostForOne)
    over = storedLengthOf(text.slice(0, end)) - max
  }
  return startOf(text, end).length
}

/** The whole text if it fits into `max`, else its beginning with `…`. Counts as `fitting` does. */
export const cut = (text: string, max: number): string => {
  if (text.length <= max && (!storedLonger.test(text) || storedLengthOf(text) <= max)) return text
  return text.slice(0, fitting(text, max - ellipsis.length)) + ellipsis
}

/** Like `cut`, for mrkdwn: never splits `<…>` or `&amp;`. */
export const cutMrkdwn = (text: string, max: number): string => {
  if (text.length <= max) return text
  const kept = text
    .slice(0, max - ellipsis.length)
    .replace(/<[^>]*$/, '')
    .replace(/&[a-z]{0,3}$/, '')
  return kept.replace(/[\uD800-\uDBFF]$/, '') + ellipsis
}

/** Removes what Slack refuses or people cannot see: lone surrogates, control characters, carriage returns. */
export const clean = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll('\r\n', '\n')
    .replaceAll(/[^\P{Cc}\n\t]/gu, '')

export const oneLine = (text: string): string => clean(text).replaceAll(/\s*\n\s*/g, ' ')

/** `name character, name character`: all of Slack's own names, as in iamcal/emoji-data. */
const table = readFileSync(new URL('emoji.txt', import.meta.url), 'utf8')

const emoji: ReadonlyMap<string, string> = new Map(
  table.split(',').map((entry) => entry.trim().split(' ') as [string, string]),
)

/** Inside a word, as in `user:id:42`, it is no shortcode. */
const shortcodes = /(?<!\w):([a-z0-9_+'-]+):(?::skin-tone-([2-6]):)?(?!\w)/g

/** The hands that join two people never have a tone of their own. */
const person = /(?!(?<=\u200D)🤝)(\p{Emoji_Modifier_Base})\uFE0F?/gu

const lightest = 0x1f3fb

/** Slack's tones begin at 2. What has no tones, such as 🎉 or a family, keeps its color. */
const inTone = (character: string, tone: string | undefined): string => {
  if (tone === undefined) return character
  const toned = character.replaceAll(person, `$1${String.fromCodePoint(lightest + Number(tone) - 2)}`)
  return /^\p{RGI_Emoji}$/v.test(toned) ? toned : character
}

export const withCharacters = (text: string): string =>
  text.replaceAll(shortcodes, (shortcode, name: string, tone: string | undefined) =>
    inTone(emoji.get(name) ?? shortcode, tone),
  )

/** Colons and brackets of all scripts, and invisible characters. Joiners are kept: some names need them. */
const apart =
  /(?:[\p{Ps}\p{Pe}<>:\u02D0\u02F8\u0589\u05C3\u2236\uA789\uFE13\uFE55\uFF1A\p{Zl}\p{Zp}]|(?![\u200C\u200D])\p{C})+/gu

const longestAuthor = 80

/** People choose their own names. In front of a message, a name must not look like another author's words. */
export const plainName = (name: string): string =>
  cut(entered(name.replaceAll(apart, ' ').replaceAll(/\s+/g, ' ')), longestAuthor) || 'Someone'

/** How messages name people of a company: `Casey Jones, Acme Corp`. A long name leaves room for the company. */
export const withCompany = (name: string, company: string | undefined): string => {
  if (company === undefined) return name
  const place = `, ${cut(plainName(company), longestAuthor / 2)}`
  return cut(name, longestAuthor - place.length) + place
}

/** `count(1, 'project')` → `1 project`; `count(3, 'reply', 'replies')` → `3 replies`. */
export const count = (number: number, one: string, many = `${one}s`): string =>
  `${number.toLocaleString('en-US')} ${number === 1 ? one : many}`

/** `['a', 'b', 'c']` → `a, b and c`. */
export const listed = (words: readonly string[], last = 'and'): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1) ?? ''}`

/** `completed tasks` → `Completed tasks`. */
export const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1)

/** `Which region?` stays; `Region` → `Region:`. */
export const withColon = (question: string): string => (/[?:]\s*$/.test(question) ? question : `${question}:`)

/** Another person's sentence without its period, for use inside ours. */
export const unstopped = (text: string): string => text.trim().replace(/[.\s]+$/, '')

export const calendarDay = /^\d{4}-\d{2}-\d{2}$/
const dayFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })
const timeFormat = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: 'UTC' })

/** The calendar day in UTC, such as `Dec 31, 2026`. Returns other text unchanged. */
export const dayText = (date: string): string => {
  const ms = Date.parse(date.slice(0, 10))
  return Number.isNaN(ms) ? date : dayFormat.format(ms)
}

/** The calendar day of `2026-12-31` or of an instant of ISO 8601; undefined for anything else. */
export const isoDay = (date: string | undefined): IsoDate | undefined =>
  date !== undefined && /^\d{4}-\d{2}-\d{2}/.test(date) ? (date.slice(0, 10) as IsoDate) : undefined

/** Whole days between the dates: positive is late. Undefined if either is not a date. */
export const daysLate = (planned: string | undefined, actual: string | undefined): number | undefined => {
  const [from, to] = [isoDay(planned), isoDay(actual)]
  if (!from || !to) return undefined
  const days = daysBetween(from, to)
  return Number.isNaN(days) ? undefined : days
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

const lastMs = 8_640_000_000_000_000

/** The instant of a Slack timestamp in seconds. Empty if it is none. */
export const stampText = (seconds: unknown): string => {
  const ms = Number(seconds) * 1_000
  return Math.abs(ms) <= lastMs ? instantText(ms) : ''
}

const plainValue = (value: object): string => {
  const record = value as Record<string, unknown>
  const named = record['label'] ?? record['name'] ?? record['value']
  return named === undefined || typeof named === 'object' ? JSON.stringify(value) : answerText(named)
}

/** Formats a form answer of any type, because the interface does not define one. A day is written out. */
export const answerText = (answer: unknown): string => {
  if (answer === null || answer === undefined || answer === '') return 'no answer'
  if (typeof answer === 'boolean') return answer ? 'Yes' : 'No'
  if (typeof answer === 'string') return calendarDay.test(answer) ? dayText(answer) : answer
  if (typeof answer === 'number' || typeof answer === 'bigint') return String(answer)
  if (Array.isArray(answer)) return answer.length ? answer.map(answerText).join(', ') : 'no answer'
  return typeof answer === 'object' ? plainValue(answer) : 'an answer'
}
