import { startOf } from '../../../contract/text.ts'
import { inputOf } from '../../changes/projects/field-values.ts'
import {
  choicesOf,
  type FieldValue,
  liveProjectFields,
  valuesOfProject,
} from '../../store/projects/data-fields.ts'
import type { Scope } from '../../store/rows.ts'
import { shortDate } from '../kit/words.ts'

const mostShown = 300

const textOf = ({ value }: FieldValue): string => {
  if (value === null) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}

const shown = (field: FieldValue): string => {
  const text = textOf(field)
  if (field.kind === 'boolean') return text === 'true' ? 'Yes' : 'No'
  if (field.kind === 'date') return /^\d{4}-\d\d-\d\d$/.test(text) ? shortDate(text) : text
  return text.length > mostShown ? `${startOf(text, mostShown)}…` : text
}

/** What a project's data fields say. Undefined if there are none. */
export const fieldsView = async (scope: Scope, projectUuid: string) => {
  const total = (await liveProjectFields(scope)).length
  if (total === 0) return undefined
  const values = await valuesOfProject(scope, projectUuid)
  const filled = values.filter((one) => one.is_archived === 0 && one.value !== null)
  return { total, filled: filled.map((one) => ({ name: one.name, text: shown(one) })) }
}

export const fieldInput = (field: FieldValue) => {
  const choices =
    field.kind === 'choice'
      ? choicesOf(field).map((one) => [one, one])
      : [
          ['true', 'Yes'],
          ['false', 'No'],
        ]
  const hasChoices = field.kind === 'choice' || field.kind === 'boolean'
  const stored = textOf(field)
  return {
    name: inputOf(field),
    label: field.name,
    stored,
    ...(hasChoices && { options: [['', '–'], ...choices] }),
    ...(field.kind === 'date' && { type: 'date' }),
    ...(field.kind === 'text' && { max: 10_000, ...(stored.length > 60 && { rows: 3 }) }),
  }
}
