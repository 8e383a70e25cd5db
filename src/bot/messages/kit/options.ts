import type { PlainTextOption } from '@slack/types'
import { cut, slackLimits } from './limits.ts'
import { oneLine } from './spans.ts'

export interface Choice {
  /** What is chosen: an id, an e-mail address, a name. One that Slack would refuse is left out. */
  value: string
  text: string
  description?: string | undefined
}

const words = (text: string, max: number) => cut(oneLine(text).trim() || '(no name)', max)

const isTaken = (value: string) =>
  value !== '' && value.length <= slackLimits.optionValue && value.isWellFormed() && !value.includes('\0')

/** One entry of a menu; undefined when its value is none that Slack takes. */
export const option = ({ value, text, description }: Choice): PlainTextOption | undefined =>
  !isTaken(value)
    ? undefined
    : {
        text: { type: 'plain_text', text: words(text, slackLimits.optionText), emoji: false },
        value,
        ...(description
          ? {
              description: {
                type: 'plain_text',
                text: words(description, slackLimits.optionText),
                emoji: false,
              },
            }
          : {}),
      }

/** What a menu is answered with: the first hundred that Slack takes. */
export const options = (choices: readonly Choice[]): PlainTextOption[] =>
  choices
    .map(option)
    .filter((made) => made !== undefined)
    .slice(0, slackLimits.options)
