import { z } from 'zod'
import { isoDay } from '../../contract/dates.ts'
import { isBlank } from '../../contract/text.ts'
import { onlyInternal, type Acting, inTransaction, invalid } from '../acting.ts'
import { addEmptyValues, choicesOf, liveProjectFields, valuesOfProject } from '../store/data-fields.ts'
import { changeRow, type DataFieldRow } from '../store/rows.ts'
import { typedText } from '../http/validate.ts'
import { isExact } from './inputs.ts'
import { fieldsSeen, onlyAsSeen, changeProject } from './change.ts'

type Rule = (value: unknown, choices: readonly string[]) => string | undefined

/** How many characters the value of a text field can have. */
export const longestValue = 10_000

const rule =
  (schema: z.ZodType, refusal: string): Rule =>
  (value) =>
    schema.safeParse(value).success ? undefined : refusal

const rules: Record<DataFieldRow['kind'], Rule> = {
  text: rule(z.string().max(longestValue), `must be text of at most ${longestValue} characters.`),
  number: (value) => {
    if (typeof value !== 'number') return 'must be a number.'
    return isExact(value) ? undefined : 'must be a number below 9007199254740992.'
  },
  boolean: rule(z.boolean(), 'must be true or false.'),
  date: (value) => {
    const read = isoDay('must be a date in the format YYYY-MM-DD.').safeParse(value)
    return read.error?.issues[0]?.message
  },
  choice: (value, choices) =>
    choices.some((one) => one === value) ? undefined : `must be one of ${choices.join(', ')}.`,
}

/** Why a value cannot be written to a field; undefined when it can. Null empties any field. */
export const problemWith = (field: Pick<DataFieldRow, 'kind' | 'choices'>, value: unknown) =>
  value === null ? undefined : rules[field.kind](value, choicesOf(field))

/** A field that was created or unarchived after the project gets its value on the first read. */
export const completeValues = async (acting: Acting, projectUuid: string) => {
  const values = await valuesOfProject(acting, projectUuid)
  const fieldUuids = new Set(values.map((value) => value.field_uuid))
  const missing = (await liveProjectFields(acting)).filter(({ uuid }) => !fieldUuids.has(uuid))
  if (missing.length === 0) return values
  const empty = missing.map(({ uuid }) => ({
    uuid: acting.deps.newUuid(),
    field_uuid: uuid,
    project_uuid: projectUuid,
  }))
  await inTransaction(acting, (acting) => addEmptyValues(acting, empty))
  return valuesOfProject(acting, projectUuid)
}

const valueFrom = (kind: DataFieldRow['kind'], given: string): unknown => {
  const text = typedText().parse(given)
  if (isBlank(text)) return null
  // Text that is no number stays text, which the rule refuses.
  if (kind === 'number') return Number.isFinite(Number(text)) ? Number(text) : text
  return kind === 'boolean' ? text === 'true' : text
}

/** The name of a field's input in a form. */
export const inputName = ({ uuid }: { uuid: string }): string => `field.${uuid}`

/** Writes what a form says about a project's active data fields. Like the interface's write, it fires no event. */
export const writeFields = (
  acting: Acting,
  projectUuid: string,
  form: Readonly<Record<string, unknown>>,
): Promise<void> =>
  changeProject(acting, projectUuid, async (change) => {
    onlyInternal(change.person)
    const values = await valuesOfProject(change, change.project.uuid)
    onlyAsSeen({ seen: String(form['seen']) }, fieldsSeen(values))
    for (const one of values) {
      const given = form[inputName(one)]
      if (typeof given !== 'string') continue
      const value = valueFrom(one.kind, given)
      const problem = problemWith(one, value)
      if (problem !== undefined) throw invalid(inputName(one), `${one.name} ${problem}`)
      await changeRow(change, 'data_field_value', one.uuid, { value: JSON.stringify(value) })
    }
  })
