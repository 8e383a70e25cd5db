import {
  anything,
  bool,
  byType,
  type Check,
  fail,
  items,
  type Json,
  list,
  matching,
  object,
  oneOf,
  record,
  string,
  url,
  whole,
} from './check.ts'

/** Rich text: docs.slack.dev/reference/block-kit/blocks/rich-text-block. Slack publishes no length; a section's is held. */
const longest = 3_000

const style = object({}, { bold: bool, italic: bool, strike: bool, code: bool, underline: bool })

const element = byType({
  text: object({ text: string(longest) }, { style }),
  link: object({ url }, { text: string(longest), unsafe: bool, style }),
  date: object(
    { timestamp: whole(0, 99_999_999_999), format: string(255) },
    { fallback: string(255), url, style },
  ),
  user: object({ user_id: matching(/^[UW]\w{1,20}$/) }, { style }),
  channel: object({ channel_id: matching(/^[CDG]\w{1,20}$/) }, { style }),
  emoji: object({ name: string(100) }, { unicode: string(100), style }),
})

const border = { border: whole(0, 1) }
const section = object({ elements: list(element, 1, 1_000) })

const part = byType({
  rich_text_section: section,
  rich_text_quote: object({ elements: list(element, 1, 1_000) }, border),
  rich_text_preformatted: object(
    { elements: list(byType({ text: anything, link: anything }), 1, 1_000) },
    border,
  ),
  rich_text_list: object(
    { elements: list(byType({ rich_text_section: section }), 1, 1_000), style: oneOf('bullet', 'ordered') },
    { indent: whole(0, 8), offset: whole(0, 10_000), ...border },
  ),
})

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').length

const lengthOf = (path: string, given: Json): number => {
  const { text } = given
  if (given['elements'] === undefined) return typeof text === 'string' ? escaped(text) : 0
  const inner = items(path, given['elements']).map((one) => lengthOf(path, record(path, one)))
  return inner.reduce((sum, length) => sum + length, 0)
}

const shape = object({ elements: list(part, 1, 100) }, { block_id: string(255) })

export const richText: Check = (path, value) => {
  shape(path, value)
  const length = lengthOf(path, record(path, value))
  if (length > longest) fail(path, `${length} characters in one block`)
}
