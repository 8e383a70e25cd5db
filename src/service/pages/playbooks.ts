import type { FastifyInstance } from 'fastify'
import { findVersion, listVersions, type VersionLine } from '../../store/service/playbook-versions.ts'
import type { PlaybookRow } from '../../store/service/rows.ts'
import { archive, editDraft, newVersion, publish, revisionOf } from '../changes/playbooks.ts'
import type { Deps } from '../deps.ts'
import type { PlaybookContent } from '../playbook-content.ts'
import { isEdit } from '../playbook-edits.ts'
import { notFound } from '../refusals.ts'
import { type FormOptions, mountForms, type Sent } from './forms.ts'
import { isoDate } from '../../contract/dates.ts'
import { shortDate } from './words.ts'

const base = '/playbooks'

type Standing = Pick<PlaybookRow, 'state' | 'is_archived'>
const words = { draft: 'Draft', published: 'Published', superseded: 'Superseded' } as const
const stateOf = ({ state, is_archived: gone }: Standing) => (gone === 1 ? 'Archived' : words[state])
const looks: Record<string, string> = { Published: 'completed', Draft: 'in-progress' }

const versionView = (row: VersionLine) => ({
  uuid: row.uuid,
  version: row.version,
  state: stateOf(row),
  look: looks[stateOf(row)] ?? '',
  days: row.duration_days,
  made: shortDate(isoDate(row.created_at)),
})

/** Each name with its versions, the newest first; names in the order of the alphabet. */
const byName = (rows: readonly VersionLine[]) =>
  [...Map.groupBy(rows, ({ name }) => name)]
    .map(([name, versions]) => ({
      name,
      description: versions.at(-1)?.description ?? '',
      versions: versions.toReversed().map(versionView),
    }))
    .sort((a, b) => a.name.localeCompare(b.name, 'en'))

const contentView = (content: PlaybookContent) => {
  const roleOf = (uuid: string | undefined) => content.roles.find((role) => role.uuid === uuid)?.name
  return {
    roles: content.roles,
    modules: content.modules.map((module) => ({
      ...module,
      tasks: module.tasks.map((task) => ({
        ...task,
        roleName: roleOf(task.role),
        subtasks: task.subtasks ?? [],
      })),
    })),
  }
}

const uuidIn = ({ params }: Pick<Sent, 'params'>) => params['uuid'] ?? ''

/** The page opens again where the form stood. */
const placeIn = ({ m, t }: Sent['form']) => {
  const place = [m, t].filter((part): part is string => typeof part === 'string' && /^\d{1,3}$/.test(part))
  return place.length > 0 ? `#at-${place.join('-')}` : ''
}

const edit =
  (deps: Deps) =>
  async (sent: Sent): Promise<string> => {
    const action = sent.params['action'] ?? ''
    if (action !== 'details' && !isEdit(action)) throw notFound('Action')
    const uuid = await editDraft(deps, sent.page.actor, uuidIn(sent), { action, form: sent.form })
    return `${base}/${uuid}${placeIn(sent.form)}`
  }

/** Playbooks and their versions; a Vendor Admin makes, edits, publishes and archives them. */
export const mountPlaybooks = (app: FastifyInstance, deps: Deps, options: FormOptions): void => {
  const { org, render } = options
  mountForms(app, deps, options, {
    path: base,
    actions: {},
    show: async (page) =>
      render.page('playbooks', {
        ...page,
        home: `/projects${page.query}`,
        title: 'Playbooks',
        path: base,
        playbooks: byName(await listVersions(deps.database.sql, org)),
      }),
  })
  const then =
    (change: typeof publish) =>
    async (sent: Sent): Promise<string> =>
      `${base}/${await change(deps, sent.page.actor, uuidIn(sent))}`
  mountForms(app, deps, options, {
    path: `${base}/:uuid`,
    actions: {
      '/version': then(newVersion),
      '/publish': then(publish),
      '/archive': then(archive),
      '/edit/:action': edit(deps),
    },
    show: async (page, params, refused) => {
      const playbook = await findVersion(deps.database.sql, org, uuidIn({ params }))
      if (!playbook) throw notFound('Playbook')
      const isDraft = playbook.state === 'draft' && playbook.is_archived === 0
      const isAdmin = page.person.role === 'Vendor Admin'
      return render.page('playbook', {
        ...page,
        ...refused,
        home: `/projects${page.query}`,
        title: `${playbook.name}, version ${playbook.version}`,
        path: `${base}/${playbook.uuid}`,
        playbook: { ...versionView(playbook), name: playbook.name, description: playbook.description },
        content: contentView(JSON.parse(playbook.content) as PlaybookContent),
        revision: revisionOf(playbook),
        isDraft,
        isAdmin,
        isArchived: playbook.is_archived === 1,
        edits: isDraft && isAdmin,
      })
    },
  })
}
