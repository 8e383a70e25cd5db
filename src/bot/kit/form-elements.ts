import { entered } from '../../contract/text.ts'
import type { InputBlock, PlainTextOption, KnownBlock, ModalView, PlainTextElement } from '@slack/types'
import { slackLimits } from '../../slack-limits.ts'
import { clean, cut, fitting, oneLine } from './text.ts'
import { type DialogId, titles } from './ids.ts'
import type { Message } from './message.ts'

export interface Choice {
  /** An id, an email address or a name. `options` drops values that Slack would refuse. */
  value: string
  text: string
  description?: string | undefined
}

/** Never empty, because Slack refuses empty text. */
export const plain = (text: string, max: number): PlainTextElement => ({
  type: 'plain_text',
  text: cut(entered(oneLine(text)) || '(no name)', max),
  emoji: false,
})

const isAccepted = (value: string) =>
  value !== '' && value.length <= slackLimits.optionValue && value.isWellFormed() && !value.includes('\0')

/** Undefined if Slack would refuse the value. */
export const option = ({ value, text, description }: Choice): PlainTextOption | undefined =>
  isAccepted(value)
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

type Element = InputBlock['element']

interface InputFacts {
  hint?: string | undefined
  optional?: boolean
  /** Slack sends the bot each change. */
  dispatches?: boolean
}

/** `id` is the id of both block and element. The label is cut to one line. */
export const input = (
  id: string,
  label: string,
  element: Element,
  { hint, optional = false, dispatches = false }: InputFacts = {},
): InputBlock => ({
  type: 'input',
  block_id: id,
  label: plain(label, 150),
  optional,
  ...(dispatches && { dispatch_action: true }),
  ...(hint !== undefined && { hint: plain(hint, 500) }),
  element: { ...element, action_id: id },
})

export const initialValue = (text: string | undefined, max: number = slackLimits.plainInput) => {
  const words = clean(text ?? '')
  const shown = words.slice(0, fitting(words, max))
  return shown === '' ? {} : { initial_value: shown }
}

const initialOption = (choice: Choice | undefined): { initial_option?: PlainTextOption } => {
  const made = choice && option(choice)
  return made ? { initial_option: made } : {}
}

const initialOptions = (choices: readonly Choice[]): { initial_options?: PlainTextOption[] } => {
  const made = options(choices)
  return made.length > 0 ? { initial_options: made } : {}
}

/** A menu whose entries the bot looks up while the person types. */
export const search = (placeholder: string, choice?: Choice): Element => ({
  type: 'external_select',
  min_query_length: 0,
  placeholder: plain(placeholder, 150),
  ...initialOption(choice),
})

export const searchSeveral = (placeholder: string, given: readonly Choice[], max: number): Element => ({
  type: 'multi_external_select',
  min_query_length: 0,
  max_selected_items: max,
  placeholder: plain(placeholder, 150),
  ...initialOptions(given.slice(0, max)),
})

export const menu = (choices: readonly Choice[], value: string | undefined): Element => ({
  type: 'static_select',
  options: options(choices),
  ...initialOption(choices.find((choice) => choice.value === value)),
})

/** Selects the first choice if `value` matches none. */
export const radio = (choices: readonly Choice[], value?: string): Element => {
  const all = options(choices)
  const first = all.find((choice) => choice.value === value) ?? all[0]
  return { type: 'radio_buttons', options: all, ...(first && { initial_option: first }) }
}

export const checkboxes = (choices: readonly Choice[], values: readonly string[]): Element => ({
  type: 'checkboxes',
  options: options(choices),
  ...initialOptions(choices.filter(({ value }) => values.includes(value))),
})

export const datepicker = (date: string | undefined): Element => ({
  type: 'datepicker',
  ...(date && { initial_date: date }),
})

export type Errors = Readonly<Record<string, string>>

/** The texts of the rules that are met, the last one per block. Undefined if there are none. */
export const errorsWhere = (
  ...rules: readonly (readonly [wrong: unknown, block: string, text: string])[]
): Errors | undefined => {
  const met = rules.filter(([wrong]) => wrong).map(([, block, text]) => [block, text] as const)
  return met.length > 0 ? Object.fromEntries(met) : undefined
}

interface ModalFacts {
  /** A dialog's title stands with its id. */
  title?: string
  /** The submit button's label. Undefined if there is nothing to submit. */
  submit?: string | undefined
  close?: string
  callback?: DialogId
  metadata?: string
  externalId?: string | undefined
}

export const modal = (facts: ModalFacts, blocks: KnownBlock[]): ModalView => {
  const { submit, close = submit === undefined ? 'Close' : 'Cancel', callback, metadata } = facts
  const title = facts.title ?? (callback ? titles[callback] : '')
  return {
    type: 'modal',
    ...(callback !== undefined && { callback_id: callback }),
    ...(facts.externalId !== undefined && { external_id: facts.externalId }),
    ...(metadata !== undefined && { private_metadata: metadata }),
    title: plain(title, slackLimits.viewTitle),
    ...(submit !== undefined && { submit: plain(submit, slackLimits.viewTitle) }),
    close: plain(close, slackLimits.viewTitle),
    blocks,
  }
}

interface NoticeFacts {
  externalId?: string | undefined
  /** The dialog is below, with what was entered. */
  onTop?: boolean
  /** All is done: closing it closes what is below, too. */
  ends?: boolean
}

/** What a dialog says in its place, or on top of it. Drops a message's buttons, because they need its channel. */
export const notice = (
  dialog: DialogId,
  { blocks }: Pick<Message, 'blocks'>,
  { externalId, onTop = false, ends = false }: NoticeFacts = {},
): ModalView => ({
  ...modal(
    { title: titles[dialog], externalId, ...(onTop && !ends && { close: 'Back' }) },
    blocks.filter(({ type }) => type !== 'actions'),
  ),
  ...(ends && { clear_on_close: true }),
})
