import type { InputBlock } from '@slack/types'
import type { DataField } from '../../../contract/data-field.ts'
import { usFromIso } from '../../../contract/dates.ts'
import { chosen, input, typed } from '../kit/form-elements.ts'
import { slackLimits } from '../kit/limits.ts'
import { type Choice, option, options } from '../kit/options.ts'
import type { FieldInput, FieldKind } from './project-form.ts'

const kinds: readonly string[] = ['number', 'boolean', 'date', 'choice'] satisfies FieldKind[]

/** A field with more options than a menu takes, or longer ones, is typed. */
const fitsMenu = ({ options: all }: DataField) =>
  !!all &&
  all.length > 0 &&
  all.length <= slackLimits.options &&
  all.every((one) => one.length <= slackLimits.optionText && option({ value: one, text: one }) !== undefined)

/** The kind of input for a field: its own, where the tracker tells one. */
export const kindOf = (field: DataField): FieldKind => {
  const kind = field.field_type ?? ''
  if (kind === 'choice' && !fitsMenu(field)) return 'text'
  return kinds.includes(kind) ? (kind as FieldKind) : 'text'
}

const flags: readonly Choice[] = [
  { value: 'true', text: 'Yes' },
  { value: 'false', text: 'No' },
]

const menu = (id: string, all: readonly Choice[], text: string | undefined): InputBlock['element'] => ({
  type: 'static_select',
  action_id: id,
  options: options(all),
  ...chosen(all.find(({ value }) => value === text)),
})

/** Slack refuses a whole dialog for one value that is not of its input's kind: a field's kind may have changed. */
const isNumber = (text: string | undefined) => text !== undefined && /^-?\d+(\.\d+)?$/.test(text)
const isDay = (text: string | undefined): text is string =>
  text !== undefined && usFromIso(text) !== undefined

const elementOf = (id: string, field: DataField, text: string | undefined): InputBlock['element'] => {
  switch (kindOf(field)) {
    case 'number':
      return {
        type: 'number_input',
        action_id: id,
        is_decimal_allowed: true,
        ...typed(isNumber(text) ? text : undefined),
      }
    case 'boolean':
      return menu(id, flags, text)
    case 'date':
      return { type: 'datepicker', action_id: id, ...(isDay(text) ? { initial_date: text } : {}) }
    case 'choice':
      return menu(
        id,
        (field.options ?? []).map((one) => ({ value: one, text: one })),
        text,
      )
    case 'text':
      return { type: 'plain_text_input', action_id: id, max_length: slackLimits.plainInput, ...typed(text) }
  }
}

/** The input of a data field; its id says its kind and uuid, so that a submission can be read by itself. */
export const fieldInput = (field: DataField, given: FieldInput | undefined): InputBlock => {
  const id = `field:${kindOf(field)}:${field.uuid}`
  const element = elementOf(id, field, given?.text)
  const takes =
    kindOf(field) === 'text' && field.options?.length ? `Takes: ${field.options.join(', ')}` : undefined
  return input({ id, label: field.name, optional: true, hint: takes, element })
}
