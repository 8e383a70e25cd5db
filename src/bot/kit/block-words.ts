import { isBlank } from '../../contract/text.ts'
import { mayMark } from '../../contract/marks.ts'
import { escape, mrkdwnLink, stampText } from './text.ts'

/** A rich-text input's JSON, of any shape. */
type Json = Readonly<Record<string, unknown>>

const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const listOf = (value: unknown): Json[] => (Array.isArray(value) ? (value as unknown[]).filter(isJson) : [])
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

const marks = { strike: '~', italic: '_', bold: '*' } as const

const runsIn = (code: string): number[] => [...code.matchAll(/`+/g)].map(([run]) => run.length)

/** Uses as many backticks as occur nowhere in the code. Three or more would make a block. */
const asCode = (code: string): string => {
  const runs = runsIn(code)
  const ticks = ['`', '``'].find(({ length }) => !runs.includes(length))
  if (ticks === undefined || runs.some((length) => length > 2)) return code
  return runs.length === 0 ? `${ticks}${code}${ticks}` : `${ticks} ${code} ${ticks}`
}

/** Marks go inside outer spaces and around each line, as Slack writes them. In the middle of a word they don't count. */
const styledLine = (line: string, style: Json, [before, after]: readonly [string, string]): string => {
  const [, left = '', inner = '', right = ''] = /^(\s*)([^]*?)(\s*)$/.exec(line) ?? []
  if (inner === '') return line
  const isWord = mayMark(left.at(-1) ?? before, right.charAt(0) || after)
  const wrapped = Object.entries(marks).reduce(
    (text, [name, mark]) => (isWord && style[name] === true ? `${mark}${text}${mark}` : text),
    style['code'] === true ? asCode(inner) : inner,
  )
  return left + wrapped + right
}

const styled = (words: string, style: unknown, around: readonly [string, string]): string => {
  if (!isJson(style)) return words
  const lines = words.split('\n')
  return lines
    .map((line, index) =>
      styledLine(line, style, [index === 0 ? around[0] : '', index === lines.length - 1 ? around[1] : '']),
    )
    .join('\n')
}

const lastPoint = 0x10ffff

/** Slack names an emoji's code points, as in `1f44b-1f3fd`, but not for a workspace's own emoji. */
const characterOf = (unicode: string): string | undefined => {
  if (!/^[\da-f]{2,6}(?:-[\da-f]{2,6}){0,15}$/i.test(unicode)) return undefined
  const points = unicode.split('-').map((point) => Number.parseInt(point, 16))
  return points.every((point) => point <= lastPoint) ? String.fromCodePoint(...points) : undefined
}

/** What Slack's composer puts into a line. */
const inlines = new Map<string, (element: Json) => string>([
  ['text', ({ text }) => escape(textOf(text))],
  ['link', ({ url, text }) => mrkdwnLink(textOf(url), textOf(text) || textOf(url))],
  ['emoji', ({ unicode, name }) => characterOf(textOf(unicode)) ?? `:${textOf(name)}:`],
  ['user', ({ user_id }) => `<@${textOf(user_id)}>`],
  ['channel', ({ channel_id }) => `<#${textOf(channel_id)}>`],
  ['usergroup', ({ usergroup_id }) => `<!subteam^${textOf(usergroup_id)}>`],
  ['broadcast', ({ range }) => `<!${textOf(range)}>`],
  ['date', ({ fallback, timestamp }) => escape(textOf(fallback) || stampText(timestamp))],
])

const unknownInline = ({ text, value, name }: Json): string =>
  escape(textOf(text) || textOf(value) || textOf(name))

const inline = (element: Json): string => (inlines.get(textOf(element['type'])) ?? unknownInline)(element)

/** The fences have lines of their own, so that no first line of code is taken for a language. */
const fenced = (code: string): string => {
  const ticks = '`'.repeat(Math.max(3, ...runsIn(code).map((length) => length + 1)))
  return `${ticks}\n${code}\n${ticks}`
}

const row = (value: unknown): string => {
  const elements = listOf(value)
  return elements.reduce((words, element, index) => {
    const next = elements[index + 1]
    const around = [words.at(-1) ?? '', next ? inline(next).charAt(0) : ''] as const
    return words + styled(inline(element), element['style'], around)
  }, '')
}

/** A whole number from 0 to `most`, whatever the client sent. */
const upTo = (most: number, value: unknown): number =>
  typeof value === 'number' && value > 0 ? Math.min(Math.floor(value), most) : 0

const listed = (element: Json): string => {
  const indent = '    '.repeat(upTo(8, element['indent']))
  const ordered = element['style'] === 'ordered'
  const first = upTo(9_999, element['offset']) + 1
  return listOf(element['elements'])
    .map((item, at) => `${indent}${ordered ? `${first + at}.` : '•'} ${row(item['elements'])}`)
    .map((item) => item.replaceAll('\n', `\n${indent}  `))
    .join('\n')
}

const inQuote = (words: string): string => `&gt; ${words.replaceAll('\n', '\n&gt; ')}`

/** The parts of a rich text. `words`: of its elements. */
const parts = new Map<string, (words: string, element: Json) => string>([
  ['rich_text_section', (words) => words],
  ['rich_text_list', (_, element) => listed(element)],
  ['rich_text_quote', inQuote],
  ['rich_text_preformatted', fenced],
])

/** The last line break of a section only ends its line. */
const part = (element: Json, index: number, all: readonly Json[]): string => {
  const whole = row(element['elements'])
  const words = index < all.length - 1 ? whole.replace(/\n$/, '') : whole
  return parts.get(textOf(element['type']))?.(words, element) ?? words
}

/** Slack nests three: a list, its items, and their words. */
const mostNested = 5

/** Whether we know all parts of the block. */
const isKnown = (block: Json, depth = 0): boolean =>
  depth < mostNested &&
  listOf(block['elements']).every((one) => {
    const type = textOf(one['type'])
    return (parts.has(type) || inlines.has(type)) && isKnown(one, depth + 1)
  })

/** Converts a rich-text value to a Slack message's text, which is how replies are stored. */
export const richTextWords = (value: unknown): string =>
  isJson(value) ? listOf(value['elements']).map(part).join('\n').trim() : ''

/** Texts that Slack sets where it shows something else. No person typed them. */
const placeholder =
  /^\s*(?:This message contains interactive elements\.|This content can't be displayed\.|\[no preview available\])\s*$/

export const isPlaceholder = (text: string): boolean => placeholder.test(text)

/** Text that Slack doesn't read as markup: `<@U1>` in it mentions no person. */
const literal = (text: string): string => text.replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const wordsIn = (value: unknown): string => {
  if (!isJson(value)) return literal(textOf(value))
  const text = textOf(value['text'])
  return value['type'] === 'mrkdwn' ? text : literal(text)
}

const lines = (...parts: readonly string[]): string => parts.filter((part) => !isBlank(part)).join('\n')

const picture = (title: string, url: unknown): string => {
  const words = [title, textOf(url)].filter(Boolean).join(' ')
  return words === '' ? '' : `📎 ${words}`
}

const cell = (value: unknown): string =>
  isJson(value) && value['type'] === 'rich_text' ? richTextWords(value).replaceAll('\n', ' ') : wordsIn(value)

const tableWords = (rows: unknown): string =>
  lines(
    ...(Array.isArray(rows) ? (rows as unknown[]) : []).map((cells) =>
      Array.isArray(cells) ? (cells as unknown[]).map(cell).join(' | ') : '',
    ),
  )

const blockWords = (block: Json): string => {
  switch (block['type']) {
    case 'rich_text':
      return richTextWords(block)
    case 'table':
      return tableWords(block['rows'])
    case 'image':
      return picture(wordsIn(block['title']) || literal(textOf(block['alt_text'])), block['image_url'])
    case 'context':
      return listOf(block['elements'])
        .map((element) =>
          element['type'] === 'image' ? literal(textOf(element['alt_text'])) : wordsIn(element),
        )
        .filter(Boolean)
        .join(' ')
    case 'video':
      return picture(wordsIn(block['title']), block['title_url'] ?? block['video_url'])
    default:
      // Sections, headers, Markdown, and what Slack adds one day.
      return lines(wordsIn(block['title']), wordsIn(block['text']), ...listOf(block['fields']).map(wordsIn))
  }
}

/** A message's words from what its author typed and pasted. `text` counts if Slack's composer made parts that we don't know. */
export const wordsInBlocks = (blocks: unknown, text: string): string => {
  const all = listOf(blocks)
  const isTyped = ({ type }: Json) => type === 'rich_text'
  const plainText = isPlaceholder(text) ? '' : text
  const isWhole = all.every((block) => !isTyped(block) || isKnown(block))
  const words = lines(
    ...all.filter((block) => isWhole || !isTyped(block) || plainText === '').map(blockWords),
  )
  return isWhole ? words || plainText : lines(plainText, words)
}

const forwardedWords = (attachment: Json): string => {
  const messages = listOf(attachment['message_blocks']).map(({ message }) => (isJson(message) ? message : {}))
  const words = lines(...messages.map(({ blocks }) => wordsInBlocks(blocks, '')))
  const forwarded = words || textOf(attachment['text'])
  return forwarded === '' ? '' : inQuote(forwarded)
}

const attachmentWords = (attachment: Json): string => {
  if (attachment['is_share'] === true) return forwardedWords(attachment)
  // A preview of a link: no person wrote it.
  if (['from_url', 'original_url', 'app_unfurl_url'].some((key) => textOf(attachment[key]) !== '')) return ''
  const fallback = textOf(attachment['fallback'])
  const title = literal(textOf(attachment['title']))
  const words = lines(
    wordsInBlocks(attachment['blocks'], ''),
    textOf(attachment['pretext']),
    title,
    textOf(attachment['text']),
    ...listOf(attachment['fields']).map((field) =>
      [literal(textOf(field['title'])), textOf(field['value'])].filter(Boolean).join(': '),
    ),
  )
  return words || (isPlaceholder(fallback) ? '' : literal(fallback))
}

/** What attachments show: pasted tables, forwarded messages as quotes, and an app's words. */
export const wordsInAttachments = (attachments: unknown): string =>
  lines(...listOf(attachments).map(attachmentWords))

/** Whether a message shows anything but what its author typed. */
export const hasMoreThanText = (message: { blocks?: unknown; attachments?: unknown }): boolean =>
  listOf(message.attachments).length > 0 || listOf(message.blocks).some(({ type }) => type !== 'rich_text')
