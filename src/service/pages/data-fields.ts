import type { FastifyInstance } from 'fastify'
import { createDataField, renameDataField, setArchived } from '../changes/data-fields.ts'
import { type Deps, scopeOf } from '../deps.ts'
import { allDataFields, choicesOf } from '../store/projects/data-fields.ts'
import { type FormOptions, mountForms, type Sent, uuidIn } from './kit/forms.ts'

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

const fieldsFacts = async (deps: Deps, { page }: Omit<Sent, 'form'>) => {
  const fields = await allDataFields(scopeOf(deps, page.actor))
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

export const mountDataFields = (app: FastifyInstance, deps: Deps, options: FormOptions): void =>
  mountForms(app, deps, options, {
    path: '/data-fields',
    template: 'data-fields',
    facts: (sent) => fieldsFacts(deps, sent),
    actions: {
      '': ({ page, form }) => createDataField(deps, page.actor, form),
      '/:uuid/rename': (sent) => renameDataField(deps, sent.page.actor, uuidIn(sent), sent.form),
      '/:uuid/archive': (sent) => setArchived(deps, sent.page.actor, uuidIn(sent), 1),
      '/:uuid/unarchive': (sent) => setArchived(deps, sent.page.actor, uuidIn(sent), 0),
    },
  })
