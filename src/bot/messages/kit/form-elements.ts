import type { InputBlock, PlainTextElement, PlainTextOption } from '@slack/types'
import { cut, fitting, slackLimits } from './limits.ts'
import { type Choice, option, options } from './options.ts'
import { clean, oneLine } from './spans.ts'

export const plain = (text: string, max: number): PlainTextElement => ({
  type: 'plain_text',
  text: cut(oneLine(text).trim() || '(no name)', max),
  emoji: false,
})

interface InputFacts {
  id: string
  label: string
  hint?: string | undefined
  optional?: boolean | undefined
  element: InputBlock['element']
}

/** Slack's cap of a label is 2,000 characters; nobody reads more than a line. */
export const input = ({ id, label, hint, optional, element }: InputFacts): InputBlock => ({
  type: 'input',
  block_id: id,
  label: plain(label, 150),
  optional: optional ?? false,
  ...(hint === undefined ? {} : { hint: plain(hint, 500) }),
  element,
})

export const typed = (text: string | undefined, max: number = slackLimits.plainInput) => {
  const words = clean(text ?? '')
  const shown = words.slice(0, fitting(words, max))
  return shown === '' ? {} : { initial_value: shown }
}

export const chosen = (choice: Choice | undefined): { initial_option?: PlainTextOption } => {
  const made = choice && option(choice)
  return made ? { initial_option: made } : {}
}

export const several = (choices: readonly Choice[]): { initial_options?: PlainTextOption[] } => {
  const made = options(choices)
  return made.length > 0 ? { initial_options: made } : {}
}
