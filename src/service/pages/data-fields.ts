import type { FastifyInstance } from 'fastify'
import { allDataFields } from '../../store/service/data-fields.ts'
import type { DataFieldRow } from '../../store/service/rows.ts'
import { createDataField, setArchived } from '../changes/data-fields.ts'
import type { Deps } from '../deps.ts'
import { type FormOptions, mountForms, type Sent } from './forms.ts'

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
export const mountDataFields = (app: FastifyInstance, deps: Deps, { org, ...options }: FormOptions): void => {
  const archiving =
    (archived: 0 | 1) =>
    async ({ page, params }: Sent): Promise<string> => {
      await setArchived(deps, page.actor, params['uuid'] ?? '', archived)
      return base
    }
  mountForms(
    app,
    deps,
    { org, ...options },
    {
      path: base,
      actions: {
        '': async ({ page, form }) => {
          await createDataField(deps, page.actor, form)
          return base
        },
        '/:uuid/archive': archiving(1),
        '/:uuid/unarchive': archiving(0),
      },
      show: async (page, _params, refused) => {
        const fields = await allDataFields(deps.database.sql, org)
        const group = (archived: 0 | 1) => fields.filter((one) => one.is_archived === archived).map(fieldView)
        return options.render.page('data-fields', {
          ...page,
          filled: {},
          ...refused,
          home: `/projects${page.query}`,
          title: 'Data fields',
          path: base,
          kinds,
          types,
          isAdmin: page.person.role === 'Vendor Admin',
          groups: [
            { title: 'Live', action: 'archive', verb: 'Archive', fields: group(0) },
            { title: 'Archived', action: 'unarchive', verb: 'Unarchive', fields: group(1) },
          ],
        })
      },
    },
  )
}
