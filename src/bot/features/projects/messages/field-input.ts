import type { InputBlock } from '@slack/types'
import type { DataField } from '../../../../contract/data-field.ts'
import { isoFromUs, usFromIso } from '../../../../contract/dates.ts'
import { datepicker, input, menu, typed, type Choice, option } from '../../../kit/form-elements.ts'
import { slackLimits } from '../../../kit/limits.ts'
import { answerText } from '../../../kit/message.ts'
import type { FieldInput, FieldKind } from './project-form.ts'

const kinds: readonly string[] = ['number', 'boolean', 'date', 'choice'] satisfies FieldKind[]

/** False if there are too many or too long options for a menu. The field then becomes a text input. */
const fitsMenu = ({ options: all }: DataField) =>
  !!all &&
  all.length > 0 &&
  all.length <= slackLimits.options &&
  all.every((one) => one.length <= slackLimits.optionText && option({ value: one, text: one }) !== undefined)

const fieldKind = (field: DataField): FieldKind => {
  const kind = field.field_type ?? ''
  if (kind === 'choice' && !fitsMenu(field)) return 'text'
  return kinds.includes(kind) ? (kind as FieldKind) : 'text'
}

const flags: readonly Choice[] = [
  { value: 'true', text: 'Yes' },
  { value: 'false', text: 'No' },
]

/** The field's kind may have changed. Slack refuses a dialog with an initial value of a wrong type. */
const isNumber = (text: string) => /^-?\d+(\.\d+)?$/.test(text)
const isDay = (text: string) => usFromIso(text) !== undefined

const fits = (kind: FieldKind, { options: all }: DataField, text: string): boolean => {
  switch (kind) {
    case 'number':
      return isNumber(text)
    case 'boolean':
      return flags.some(({ value }) => value === text)
    case 'date':
      return isDay(text)
    case 'choice':
      return all?.includes(text) ?? false
    case 'text':
      return true
  }
}

/** What the input shows of a value. Unless somebody changes it, this is submitted. */
export const shownInInput = (field: DataField, value: unknown): string => {
  const kind = fieldKind(field)
  const plain =
    typeof value === 'string' ? value : value === null || value === undefined ? '' : answerText(value)
  const text =
    kind === 'date' ? (isoFromUs(plain) ?? plain) : typeof value === 'boolean' ? String(value) : plain
  return fits(kind, field, text) ? (typed(text).initial_value ?? '') : ''
}

const elementOf = (kind: FieldKind, field: DataField, given = ''): InputBlock['element'] => {
  const text = fits(kind, field, given) ? given : ''
  switch (kind) {
    case 'number':
      return { type: 'number_input', is_decimal_allowed: true, ...typed(text) }
    case 'boolean':
      return menu(flags, text)
    case 'date':
      return datepicker(text || undefined)
    case 'choice':
      return menu(
        (field.options ?? []).map((one) => ({ value: one, text: one })),
        text,
      )
    case 'text':
      return { type: 'plain_text_input', max_length: slackLimits.plainInput, ...typed(text) }
  }
}

/** The id contains the field's kind and uuid, so that a submission can be read without a look-up. */
export const fieldInput = (field: DataField, given: Pick<FieldInput, 'text'> | undefined): InputBlock => {
  const kind = fieldKind(field)
  return input(`field:${kind}:${field.uuid}`, field.name, elementOf(kind, field, given?.text), {
    optional: true,
    hint:
      kind === 'text' && field.options?.length ? `Allowed values: ${field.options.join(', ')}` : undefined,
  })
}
