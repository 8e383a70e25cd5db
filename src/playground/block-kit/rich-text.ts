import { slackLimits as limits } from '../../slack-limits.ts'
import { escapeText } from '../workspace/text.ts'
import { channelId, personId } from './objects.ts'
import {
  also,
  boolean,
  byType,
  type Check,
  integer,
  isObject,
  list,
  oneOf,
  shape,
  text,
  url,
} from './rules.ts'

/**
 * Rich text: https://docs.slack.dev/reference/block-kit/blocks/rich-text-block, with the elements that this app sends.
 * `broadcast` is not one of them: text from outside must not notify a whole channel.
 */

const style = shape(
  {},
  { bold: boolean, italic: boolean, strike: boolean, code: boolean, underline: boolean },
)

const words = {
  text: shape({ text: text(limits.richText) }, { style }),
  link: shape({ url }, { text: text(limits.richText), unsafe: boolean, style }),
}

const element = byType({
  ...words,
  date: shape(
    { timestamp: integer(0, 99_999_999_999), format: text(limits.dateFormat) },
    { fallback: text(limits.dateFormat), url, style },
  ),
  user: shape({ user_id: personId }, { style }),
  channel: shape({ channel_id: channelId }, { style }),
  emoji: shape({ name: text(limits.emojiName) }, { unicode: text(limits.emojiName), style }),
})

const border = { border: integer(0, 1) }
const elements = list(element, limits.richTextElements)
const section = shape({ elements })

const part = byType({
  rich_text_section: section,
  rich_text_quote: shape({ elements }, border),
  rich_text_preformatted: shape({ elements: list(byType(words), limits.richTextElements) }, border),
  rich_text_list: shape(
    {
      elements: list(byType({ rich_text_section: section }), limits.richTextElements),
      style: oneOf('bullet', 'ordered'),
    },
    { indent: integer(0, limits.richTextIndent), offset: integer(0, limits.richTextOffset), ...border },
  ),
})

const lengthOf = (value: unknown): number => {
  if (Array.isArray(value)) return value.reduce<number>((sum, one) => sum + lengthOf(one), 0)
  if (!isObject(value)) return 0
  const own = typeof value['text'] === 'string' ? escapeText(value['text']).length : 0
  return own + lengthOf(value['elements'])
}

const notTooLong: Check = (value, pointer, report) => {
  if (lengthOf(value) > limits.richText)
    report(`must be less than ${limits.richText + 1} characters`, pointer)
}

export const richText = also(
  shape({ elements: list(part, limits.richTextParts) }, { block_id: text(limits.id) }),
  notTooLong,
)
