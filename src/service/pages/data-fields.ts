import type { FastifyInstance } from 'fastify'
import { allDataFields } from '../store/projects/data-fields.ts'
import type { DataFieldRow } from '../store/rows.ts'
import { createDataField, renameDataField, setArchived } from '../changes/data-fields.ts'
import type { Deps } from '../deps.ts'
import { type FormOptions, mountForms, type Sent } from './kit/forms.ts'

const base = '/data-fields'

const kinds = {
  text: 'Text',
  number: 'Number',
  date: 'Date',
  boolean: 'Yes or no',
  choice: 'Choice',
} as const
const types = { PROJECT: 'Project', TASK: 'Task' } as const

const fieldView = ({ uuid, name, kind, object_type: type, choices }: DataFieldRow) => ({
  uuid,
  name,
  kind: kinds[kind],
  type: types[type],
  choices: (JSON.parse(choices) as string[]).join(', '),
})

/** The fields that projects and tasks carry, live and archived. */
export const mountDataFields = (app: FastifyInstance, deps: Deps, options: FormOptions): void => {
  const changing =
    (change: (sent: Sent, uuid: string) => Promise<void>) =>
    async (sent: Sent): Promise<string> => {
      await change(sent, sent.params['uuid'] ?? '')
      return base
    }
  mountForms(app, deps, options, {
    path: base,
    template: 'data-fields',
    actions: {
      '': changing(({ page, form }) => createDataField(deps, page.actor, form)),
      '/:uuid/rename': changing(({ page, form }, uuid) => renameDataField(deps, page.actor, uuid, form)),
      '/:uuid/archive': changing(({ page }, uuid) => setArchived(deps, page.actor, uuid, 1)),
      '/:uuid/unarchive': changing(({ page }, uuid) => setArchived(deps, page.actor, uuid, 0)),
    },
    facts: async ({ page }) => {
      const fields = await allDataFields(deps.database.sql, page.actor.org)
      const group = (archived: 0 | 1) => fields.filter((one) => one.is_archived === archived).map(fieldView)
      return {
        title: 'Data fields',
        kinds,
        types,
        groups: [
          {
            title: 'Live',
            action: 'archive',
            verb: 'Archive',
            fields: group(0),
            none: 'No live fields. Projects made from now on carry no data of their own.',
          },
          {
            title: 'Archived',
            action: 'unarchive',
            verb: 'Unarchive',
            fields: group(1),
            none: 'Nothing is archived. A field that is archived keeps its values and takes no new ones.',
          },
        ],
      }
    },
  })
}
