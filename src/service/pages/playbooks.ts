import { isoDate } from '../../contract/dates.ts'
import { contentOf, type PlaybookContent, listVersions, type VersionLine } from '../store/playbooks.ts'
import { findRow } from '../store/rows.ts'
import {
  archive,
  beginPlaybook,
  editDraft,
  newVersion,
  publish,
  revisionOf,
} from '../changes/playbooks/versions.ts'
import { isEdit } from '../changes/playbooks/edits.ts'
import { isAdmin, notFound } from '../acting.ts'
import { type PageRequest, type SentForm, uuidIn, type FormPage } from './kit/mount-page.ts'
import { shortDate } from './kit/words.ts'

const base = '/playbooks'

const stateNames = { draft: 'Draft', published: 'Published', superseded: 'Superseded' } as const
const stateOf = ({ state, is_archived: gone }: VersionLine) => (gone === 1 ? 'Archived' : stateNames[state])
const looks: Record<string, string> = { Published: 'completed', Draft: 'in-progress' }

const versionView = (row: VersionLine) => ({
  uuid: row.uuid,
  version: row.version,
  state: stateOf(row),
  look: looks[stateOf(row)] ?? '',
  days: row.duration_days,
  made: shortDate(isoDate(row.created_at)),
})

/** Versions by name, newest first. Names are in alphabetical order, archived ones last. */
const byName = (rows: readonly VersionLine[]) =>
  [...Map.groupBy(rows, ({ name }) => name)]
    .map(([name, versions]) => ({
      name,
      description: versions.at(-1)?.description ?? '',
      isGone: versions.every((one) => one.is_archived === 1),
      versions: versions.toReversed().map(versionView),
    }))
    .sort((a, b) => Number(a.isGone) - Number(b.isGone) || a.name.localeCompare(b.name, 'en'))

const contentView = (content: PlaybookContent) => {
  const roleOf = (uuid: string | undefined) => content.roles.find((role) => role.uuid === uuid)?.name
  const tasks = content.modules.flatMap((module) => module.tasks)
  return {
    roles: content.roles.map((role) => ({
      ...role,
      tasks: tasks.filter((task) => task.role === role.uuid).length,
    })),
    modules: content.modules.map((module) => ({
      ...module,
      tasks: module.tasks.map((task) => ({
        ...task,
        roleName: roleOf(task.role),
        subtasks: (task.subtasks ?? []).map((one) => ({ ...one, questions: one.questions ?? [] })),
      })),
    })),
  }
}

/** The page opens again where the form was. */
const placeIn = ({ m, t }: SentForm['form']) => {
  const place = [m, t].filter((part): part is string => typeof part === 'string' && /^\d{1,3}$/.test(part))
  return place.length > 0 ? `#at-${place.join('-')}` : ''
}

const edit = async (sent: SentForm): Promise<string> => {
  const action = sent.params['action'] ?? ''
  if (action !== 'details' && !isEdit(action)) throw notFound('Action')
  const uuid = await editDraft(sent.page.acting, uuidIn(sent), action, sent.form)
  return `${base}/${uuid}${placeIn(sent.form)}`
}

const playbookFacts = async ({ page, params }: PageRequest) => {
  const playbook = await findRow(page.acting, 'playbook', uuidIn({ params }))
  if (!playbook) throw notFound('Playbook')
  const isDraft = playbook.state === 'draft' && playbook.is_archived === 0
  return {
    title: `${playbook.name}, version ${playbook.version}`,
    playbook: { ...versionView(playbook), name: playbook.name, description: playbook.description },
    content: contentView(contentOf(playbook)),
    revision: revisionOf(playbook),
    isDraft,
    isArchived: playbook.is_archived === 1,
    edits: isDraft && isAdmin(page.person),
  }
}

const thenShow =
  (change: typeof publish) =>
  async (sent: SentForm): Promise<string> =>
    `${base}/${await change(sent.page.acting, uuidIn(sent))}`

export const playbookPages: readonly FormPage[] = [
  {
    path: base,
    template: 'playbooks/playbooks',
    actions: { '': async ({ page, form }) => `${base}/${await beginPlaybook(page.acting, form)}` },
    facts: async ({ page }) => ({
      title: 'Playbooks',
      playbooks: byName(await listVersions(page.acting)),
    }),
  },
  {
    path: `${base}/:uuid`,
    template: 'playbooks/playbook',
    actions: {
      '/version': thenShow(newVersion),
      '/publish': thenShow(publish),
      '/archive': thenShow(archive),
      '/edit/:action': edit,
    },
    facts: playbookFacts,
  },
]
