import { z } from 'zod'
import { type Actor, type Deps } from '../deps.ts'
import { parseForm } from '../http/validate.ts'
import { invalid, notFound } from '../refusals.ts'
import { allDataFields, choicesOf } from '../store/projects/data-fields.ts'
import { addRow, changeRow, type DataFieldRow } from '../store/rows.ts'
import { asAdmin } from './as-admin.ts'
import { linesIn, nameField } from './form-fields.ts'

const most = 500

const newField = z.object({
  name: nameField(100),
  object_type: z.enum(['PROJECT', 'TASK'], 'Choose projects or tasks.'),
  kind: z.enum(['text', 'number', 'date', 'boolean', 'choice'], 'Choose a type.'),
  choices: z.string().max(10_000, 'The choices can have at most 10000 characters.').optional(),
})

/** Archived fields don't count: one may share its name with a live field. */
const onlyFree = (fields: readonly DataFieldRow[], name: string, type: DataFieldRow['object_type']) => {
  if (fields.some((one) => one.name === name && one.object_type === type && one.is_archived === 0))
    throw invalid('name', 'Another active field has this name.')
}

export const createDataField = (deps: Deps, actor: Actor, form: unknown): Promise<void> =>
  asAdmin(deps, actor, async (acting) => {
    const { choices: text, ...field } = parseForm(newField, form)
    const choices = field.kind === 'choice' ? linesIn(text) : []
    if (field.kind === 'choice' && choices.length === 0)
      throw invalid('choices', 'Enter at least one choice, one per line.')
    const fields = await allDataFields(acting)
    if (fields.length >= most) throw invalid('name', `You can have at most ${most} data fields.`)
    onlyFree(fields, field.name, field.object_type)
    const row = { ...field, uuid: deps.newUuid(), choices: JSON.stringify(choices), is_archived: 0 } as const
    await addRow(acting, 'data_field', row)
  })

/** Renames a field and adds choices. Existing choices stay, since projects may hold them. */
export const renameDataField = (deps: Deps, actor: Actor, uuid: string, form: unknown): Promise<void> =>
  asAdmin(deps, actor, async (acting) => {
    const { name, choices: text } = parseForm(newField.pick({ name: true, choices: true }), form)
    const fields = await allDataFields(acting)
    const field = fields.find((one) => one.uuid === uuid.toLowerCase())
    if (!field) throw notFound('Data field')
    const others = fields.filter((one) => one.uuid !== field.uuid)
    if (field.is_archived === 0) onlyFree(others, name, field.object_type)
    const more = field.kind === 'choice' ? linesIn(text) : []
    const choices = JSON.stringify([...new Set([...choicesOf(field), ...more])])
    await changeRow(acting, 'data_field', field.uuid, { name, choices })
  })

/** An archived field keeps its values. */
export const setArchived = (deps: Deps, actor: Actor, uuid: string, archived: 0 | 1): Promise<void> =>
  asAdmin(deps, actor, async (acting) => {
    if (!(await changeRow(acting, 'data_field', uuid, { is_archived: archived })))
      throw notFound('Data field')
  })
