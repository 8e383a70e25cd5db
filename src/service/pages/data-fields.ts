import { z } from 'zod'
import { linesIn, nameField } from '../http/validate.ts'
import { type AdminTx, invalid, notFound } from '../acting.ts'
import { allDataFields, choicesOf } from '../store/data-fields.ts'
import { addRow, changeRow, type DataFieldRow } from '../store/rows.ts'
import { adminForm, noFieldsSchema, type PageRequest, type FormPage } from './kit/mount-page.ts'

const most = 500

const newFieldSchema = z.object({
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

const createDataField = adminForm(
  'a data field was added',
  newFieldSchema,
  async (acting, { choices: text, ...field }) => {
    const choices = field.kind === 'choice' ? linesIn(text) : []
    if (field.kind === 'choice' && choices.length === 0)
      throw invalid('choices', 'Enter at least one choice, one per line.')
    const fields = await allDataFields(acting)
    if (fields.length >= most) throw invalid('name', `You can have at most ${most} data fields.`)
    onlyFree(fields, field.name, field.object_type)
    const uuid = acting.deps.newUuid()
    acting.note({ field: uuid })
    const row = { ...field, uuid, choices: JSON.stringify(choices) }
    await addRow(acting, 'data_field', { ...row, is_archived: 0 })
  },
)

const renameSchema = newFieldSchema.pick({ name: true, choices: true })

const fieldAndOthers = async (acting: AdminTx, uuid: string) => {
  acting.note({ field: uuid })
  const fields = await allDataFields(acting)
  const field = fields.find((one) => one.uuid === uuid.toLowerCase())
  if (!field) throw notFound('Data field')
  return { field, others: fields.filter((one) => one.uuid !== field.uuid) }
}

/** Renames a field and adds choices. Existing choices stay, since projects may hold them. */
const renameDataField = adminForm(
  'a data field was renamed',
  renameSchema,
  async (acting, { name, choices: text }, uuid) => {
    const { field, others } = await fieldAndOthers(acting, uuid)
    if (field.is_archived === 0) onlyFree(others, name, field.object_type)
    const more = field.kind === 'choice' ? linesIn(text) : []
    const choices = JSON.stringify([...new Set([...choicesOf(field), ...more])])
    await changeRow(acting, 'data_field', field.uuid, { name, choices })
  },
)

const setArchived = (is_archived: 0 | 1) =>
  adminForm(
    `a data field was ${is_archived ? '' : 'un'}archived`,
    noFieldsSchema,
    async (acting, _given, uuid) => {
      const { field, others } = await fieldAndOthers(acting, uuid)
      if (is_archived === 0) onlyFree(others, field.name, field.object_type)
      await changeRow(acting, 'data_field', field.uuid, { is_archived })
    },
  )

const kinds = {
  text: 'Text',
  number: 'Number',
  date: 'Date',
  boolean: 'Yes or no',
  choice: 'Choice',
} as const
const types = { PROJECT: 'Project', TASK: 'Task' } as const

const groups = [
  {
    archived: 0,
    title: 'Active',
    action: 'archive',
    verb: 'Archive',
    none: 'No active fields. New projects will have no data fields.',
  },
  {
    archived: 1,
    title: 'Archived',
    action: 'unarchive',
    verb: 'Unarchive',
    none: 'No archived fields. An archived field keeps its values, but new projects don’t get it.',
  },
] as const

const fieldsFacts = async ({ page }: PageRequest) => {
  const fields = await allDataFields(page.acting)
  return {
    title: 'Data fields',
    kinds,
    types,
    groups: groups.map(({ archived, ...group }) => ({
      ...group,
      fields: fields
        .filter((one) => one.is_archived === archived)
        .map((one) => ({ ...one, choices: choicesOf(one).join(', ') })),
    })),
  }
}

export const dataFieldsPage: FormPage = {
  path: '/data-fields',
  template: 'data-fields',
  facts: fieldsFacts,
  actions: {
    '': createDataField,
    '/:uuid/rename': renameDataField,
    '/:uuid/archive': setArchived(1),
    '/:uuid/unarchive': setArchived(0),
  },
}
