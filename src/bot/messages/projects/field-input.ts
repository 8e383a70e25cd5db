import type { InputBlock } from '@slack/types'
import type { DataField } from '../../../contract/data-field.ts'
import { usFromIso } from '../../../contract/dates.ts'
import { datepicker, input, menu, typed } from '../kit/form-elements.ts'
import { slackLimits } from '../kit/limits.ts'
import { type Choice, option } from '../kit/options.ts'
import type { FieldInput, FieldKind } from './project-form.ts'

const kinds: readonly string[] = ['number', 'boolean', 'date', 'choice'] satisfies FieldKind[]

/** A field with more options than a menu takes, or longer ones, is typed. */
const fitsMenu = ({ options: all }: DataField) =>
  !!all &&
  all.length > 0 &&
  all.length <= slackLimits.options &&
  all.every((one) => one.length <= slackLimits.optionText && option({ value: one, text: one }) !== undefined)

/** The kind of input for a field: its own, where the tracker tells one. */
const kindOf = (field: DataField): FieldKind => {
  const kind = field.field_type ?? ''
  if (kind === 'choice' && !fitsMenu(field)) return 'text'
  return kinds.includes(kind) ? (kind as FieldKind) : 'text'
}

const flags: readonly Choice[] = [
  { value: 'true', text: 'Yes' },
  { value: 'false', text: 'No' },
]

/** Slack refuses a whole dialog for one value that is not of its input's kind: a field's kind may have changed. */
const isNumber = (text: string) => /^-?\d+(\.\d+)?$/.test(text)
const isDay = (text: string) => usFromIso(text) !== undefined

const elementOf = (kind: FieldKind, field: DataField, text = ''): InputBlock['element'] => {
  switch (kind) {
    case 'number':
      return { type: 'number_input', is_decimal_allowed: true, ...typed(isNumber(text) ? text : undefined) }
    case 'boolean':
      return menu(flags, text)
    case 'date':
      return datepicker(isDay(text) ? text : undefined)
    case 'choice':
      return menu(
        (field.options ?? []).map((one) => ({ value: one, text: one })),
        text,
      )
    case 'text':
      return { type: 'plain_text_input', max_length: slackLimits.plainInput, ...typed(text) }
  }
}

/** The input of a data field; its id says its kind and uuid, so that a submission can be read by itself. */
export const fieldInput = (field: DataField, given: FieldInput | undefined): InputBlock => {
  const kind = kindOf(field)
  return input(`field:${kind}:${field.uuid}`, field.name, elementOf(kind, field, given?.text), {
    optional: true,
    hint: kind === 'text' && field.options?.length ? `Takes: ${field.options.join(', ')}` : undefined,
  })
}
