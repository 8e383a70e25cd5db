import { isJson, isKnown, type Json, listOf, richTextWords, textOf } from './rich-text-words.ts'

/** What a message shows, as Slack's markup: its blocks and attachments, of any shape. */

/** What Slack writes where it shows something else. No person typed it. */
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

const lines = (...parts: readonly string[]): string => parts.filter((part) => part.trim() !== '').join('\n')

const picture = (title: string, url: unknown): string => {
  const words = [title, textOf(url)].filter(Boolean).join(' ')
  return words === '' ? '' : `📎 ${words}`
}

const cell = (value: unknown): string =>
  isJson(value) && value['type'] === 'rich_text' ? richTextWords(value).replaceAll('\n', ' ') : wordsIn(value)

/** A pasted table: a line for each row. */
const tableWords = (block: Json): string =>
  lines(
    ...(Array.isArray(block['rows']) ? (block['rows'] as unknown[]) : []).map((cells) =>
      Array.isArray(cells) ? (cells as unknown[]).map(cell).join(' | ') : '',
    ),
  )

const imageWords = (block: Json): string =>
  picture(wordsIn(block['title']) || literal(textOf(block['alt_text'])), block['image_url'])

const blockWords = (block: Json): string => {
  switch (block['type']) {
    case 'rich_text':
      return richTextWords(block)
    case 'table':
      return tableWords(block)
    case 'image':
      return imageWords(block)
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
  const said = isPlaceholder(text) ? '' : text
  const isWhole = all.every((block) => !isTyped(block) || isKnown(block))
  const words = lines(...all.filter((block) => isWhole || !isTyped(block) || said === '').map(blockWords))
  return isWhole ? words || said : lines(said, words)
}

const quoted = (words: string): string => (words === '' ? '' : words.replace(/^/gm, '&gt; '))

const forwardedWords = (attachment: Json): string => {
  const messages = listOf(attachment['message_blocks']).map(({ message }) => (isJson(message) ? message : {}))
  const words = lines(...messages.map(({ blocks }) => wordsInBlocks(blocks, '')))
  return quoted(words || textOf(attachment['text']))
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
export const hasMoreThanText = (said: { blocks?: unknown; attachments?: unknown }): boolean =>
  listOf(said.attachments).length > 0 || listOf(said.blocks).some(({ type }) => type !== 'rich_text')
