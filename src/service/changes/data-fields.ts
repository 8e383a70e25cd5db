import { z } from 'zod'
import {
  addDataField,
  allDataFields,
  archiveDataField,
  changeDataField,
} from '../store/projects/data-fields.ts'
import { holdOrganization } from '../store/people/organizations.ts'
import { actingPerson } from '../access.ts'
import type { Actor, Deps } from '../deps.ts'
import { parsePart } from '../http/validate.ts'
import { invalid, notFound } from '../refusals.ts'
import { onlyAdmin } from './people/keys.ts'

const most = 500

const name = z.string().trim().min(1, 'A name is required.').max(100, 'A name has at most 100 characters.')
const newField = z.object({
  name,
  object_type: z.enum(['PROJECT', 'TASK'], 'A field is of projects or of tasks.'),
  kind: z.enum(['text', 'number', 'date', 'boolean', 'choice'], 'Choose what the field holds.'),
  choices: z.string().max(10_000, 'The choices have at most 10000 characters.').optional(),
})

/** One choice a line. */
const choicesIn = (text = '') => [...new Set(text.split('\n').map((line) => line.trim()))].filter(Boolean)

/** A new field, live at once; the last of the list. */
export const createDataField = (deps: Deps, actor: Actor, form: unknown): Promise<void> =>
  deps.database.transaction(async (tx) => {
    onlyAdmin(await actingPerson(tx.sql, actor))
    const field = parsePart(newField, form, 'form') as z.output<typeof newField>
    const choices = field.kind === 'choice' ? choicesIn(field.choices) : []
    if (field.kind === 'choice' && choices.length === 0)
      throw invalid('choices', 'Write at least one choice, each on its own line.')
    await holdOrganization(tx.sql, deps.database.engine, actor.org)
    const fields = await allDataFields(tx.sql, actor.org)
    if (fields.length >= most) throw invalid('name', `There are at most ${most} data fields.`)
    const { name, object_type: type, kind } = field
    if (fields.some((one) => one.name === name && one.object_type === type && one.is_archived === 0))
      throw invalid('name', 'Another live field has this name.')
    await addDataField(tx.sql, {
      uuid: deps.newUuid(),
      org: actor.org,
      name,
      object_type: type,
      kind,
      choices: JSON.stringify(choices),
      is_archived: 0,
    })
  })

/** Another name, and more choices: those that are there stay, since projects may hold them. */
export const renameDataField = (deps: Deps, actor: Actor, uuid: string, form: unknown): Promise<void> =>
  deps.database.transaction(async (tx) => {
    onlyAdmin(await actingPerson(tx.sql, actor))
    await holdOrganization(tx.sql, deps.database.engine, actor.org)
    const given = parsePart(z.object({ name, choices: newField.shape.choices }), form, 'form')
    const fields = await allDataFields(tx.sql, actor.org)
    const field = fields.find((one) => one.uuid === uuid.toLowerCase())
    if (!field) throw notFound('Data field')
    const wanted = String(given['name'])
    const others = fields.filter((one) => one.object_type === field.object_type && one.is_archived === 0)
    if (field.is_archived === 0 && others.some((one) => one.name === wanted && one.uuid !== field.uuid))
      throw invalid('name', 'Another live field has this name.')
    const old = JSON.parse(field.choices) as string[]
    const more = field.kind === 'choice' ? choicesIn(given['choices'] as string | undefined) : []
    const choices = JSON.stringify([...new Set([...old, ...more])])
    await changeDataField(tx.sql, actor.org, field.uuid, { name: wanted, choices })
  })

/** Archives a field, or makes it live again. Its values stay in either case. */
export const setArchived = (deps: Deps, actor: Actor, uuid: string, archived: 0 | 1): Promise<void> =>
  deps.database.transaction(async (tx) => {
    onlyAdmin(await actingPerson(tx.sql, actor))
    if (!(await archiveDataField(tx.sql, actor.org, uuid, archived))) throw notFound('Data field')
  })
