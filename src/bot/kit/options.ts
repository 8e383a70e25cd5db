import type { PlainTextElement, PlainTextOption } from '@slack/types'
import { cut, slackLimits } from './limits.ts'
import { oneLine } from './text/spans.ts'

export interface Choice {
  /** An id, an email address or a name. `options` drops values that Slack would refuse. */
  value: string
  text: string
  description?: string | undefined
}

/** Never empty, because Slack refuses empty text. */
export const plain = (text: string, max: number): PlainTextElement => ({
  type: 'plain_text',
  text: cut(oneLine(text).trim() || '(no name)', max),
  emoji: false,
})

const isTaken = (value: string) =>
  value !== '' && value.length <= slackLimits.optionValue && value.isWellFormed() && !value.includes('\0')

/** Undefined if Slack would refuse the value. */
export const option = ({ value, text, description }: Choice): PlainTextOption | undefined =>
  isTaken(value)
    ? {
        text: plain(text, slackLimits.optionText),
        value,
        ...(description && { description: plain(description, slackLimits.optionText) }),
      }
    : undefined

/** At most the first 100, which is Slack's limit. */
export const options = (choices: readonly Choice[]): PlainTextOption[] =>
  choices
    .map(option)
    .filter((made) => made !== undefined)
    .slice(0, slackLimits.options)
