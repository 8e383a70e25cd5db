import type { DataField } from '../../../contract/data-field.ts'
import { slackLimits } from '../kit/limits.ts'
import { option } from '../kit/options.ts'
import type { FieldKind } from './project-form.ts'

const kinds: readonly string[] = ['number', 'boolean', 'date', 'choice'] satisfies FieldKind[]

/** False if there are too many or too long options for a menu. The field then becomes a text input. */
const fitsMenu = ({ options: all }: DataField) =>
  !!all &&
  all.length > 0 &&
  all.length <= slackLimits.options &&
  all.every((one) => one.length <= slackLimits.optionText && option({ value: one, text: one }) !== undefined)

export const fieldKind = (field: DataField): FieldKind => {
  const kind = field.field_type ?? ''
  if (kind === 'choice' && !fitsMenu(field)) return 'text'
  return kinds.includes(kind) ? (kind as FieldKind) : 'text'
}
