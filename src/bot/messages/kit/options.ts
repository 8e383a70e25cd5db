import type { PlainTextElement, PlainTextOption } from '@slack/types'
import { cut, slackLimits } from './limits.ts'
import { oneLine } from './spans.ts'

export interface Choice {
  /** What is chosen: an id, an e-mail address, a name. One that Slack would refuse is left out. */
  value: string
  text: string
  description?: string | undefined
}

/** One line of literal text, never empty: Slack refuses an empty one. */
export const plain = (text: string, max: number): PlainTextElement => ({
  type: 'plain_text',
  text: cut(oneLine(text).trim() || '(no name)', max),
  emoji: false,
})

const isTaken = (value: string) =>
  value !== '' && value.length <= slackLimits.optionValue && value.isWellFormed() && !value.includes('\0')

/** One entry of a menu; undefined when its value is none that Slack takes. */
export const option = ({ value, text, description }: Choice): PlainTextOption | undefined =>
  isTaken(value)
    ? {
        text: plain(text, slackLimits.optionText),
        value,
        ...(description && { description: plain(description, slackLimits.optionText) }),
      }
    : undefined

/** What a menu is answered with: the first hundred that Slack takes. */
export const options = (choices: readonly Choice[]): PlainTextOption[] =>
  choices
    .map(option)
    .filter((made) => made !== undefined)
    .slice(0, slackLimits.options)
