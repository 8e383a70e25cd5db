import type { Playbook } from '../../contract/playbook.ts'
import type { ProjectsReply } from '../../contract/project.ts'
import type { User } from '../../contract/user.ts'
import { saveForm } from '../../store/bot/project-requests.ts'
import type { CreatePreviewFacts, PersonInPreview } from '../messages/create-preview.ts'
import type { Choice } from '../messages/options.ts'
import type { FieldInput, ProjectForm } from '../messages/project-form.ts'
import type { BotDeps } from '../deps.ts'
import { currentPlaybooks } from './current-playbooks.ts'
import { liveFields } from './field-values.ts'
import { nameOf, peopleOf, personCalled } from './people.ts'
import { rolesIn } from './project-input.ts'
import { accountNames } from './suggest-for-project.ts'

/** Keeps a form that was submitted; undefined when its project is being created already. */
export const keepForm = (deps: BotDeps, viewId: string, userId: string, form: ProjectForm) =>
  deps.database.transaction((tx) =>
    saveForm(tx, { source: `view:${viewId}`, userId, name: form.name, form, createdAt: deps.now() }),
  )

const personIn =
  (people: readonly User[]) =>
  ({ value, text }: Choice): PersonInPreview => {
    const found = personCalled(people, value)
    return found ? { name: nameOf(found), found: true } : { name: text, found: false }
  }

const playbookIn = (list: readonly Playbook[], { value, text }: Choice): CreatePreviewFacts['playbook'] => {
  const group = currentPlaybooks(list).find(({ versions }) => versions.some(({ uuid }) => uuid === value))
  if (!group) return { name: text, version: 'unknown', versions: 0 }
  const version = group.current.uuid === value ? 'current' : 'older'
  return { name: group.name, version, versions: group.versions.length }
}

/** What the interface's name check says: beyond two hundred of such names nobody can be sure. */
export const sameName = ({ projects, pagination }: ProjectsReply, name: string) => {
  const found = projects.find((item) => item.name.trim() === name.trim())
  if (found) return { sameName: 'exists' as const, existing: found }
  const unsure = Math.max(pagination.total, projects.length) > 200
  return { sameName: unsure ? ('unsure' as const) : ('none' as const), existing: undefined }
}

const fieldText = ({ kind, text }: FieldInput): string =>
  kind === 'boolean' ? (text === 'true' ? 'Yes' : 'No') : text

const none: Choice = { value: '', text: '' }

/** What would be created, as the tracker has its parts now. */
export const previewProject = async (
  deps: BotDeps,
  requestId: number,
  form: ProjectForm,
): Promise<CreatePreviewFacts> => {
  const { playbook = none, account = none, owner = none, channel } = form
  const [sameNames, accounts, playbooks, team, customers, fields, place] = await Promise.all([
    deps.api.listProjects({ name: form.name, limit: 200 }),
    accountNames(deps),
    deps.api.listPlaybooks({ ...(playbook.text && { name: playbook.text }), limit: 200 }),
    peopleOf(deps, false),
    form.customers.length > 0 ? peopleOf(deps, true) : [],
    Object.keys(form.fields).length > 0 ? liveFields(deps) : [],
    channel === undefined ? undefined : deps.slack.channel(channel),
  ])
  const { existing, ...check } = sameName(sameNames, form.name)
  const known = accounts.some((one) => one.toLowerCase() === account.value.toLowerCase())
  return {
    requestId,
    name: form.name,
    ...check,
    existingUrl: existing?.internal_project_url ?? undefined,
    playbook: playbookIn(playbooks.playbooks, playbook),
    account: { name: account.text, known },
    startDate: form.startDate ?? '',
    dueDate: form.dueDate,
    owner: personIn(team)(owner),
    team: form.team.map(personIn(team)),
    customers: form.customers.map(personIn(customers)),
    fields: Object.entries(form.fields).map(([uuid, given]) => ({
      name: fields.find((field) => field.uuid === uuid)?.name ?? uuid,
      value: fieldText(given),
    })),
    roles: rolesIn(form),
    inviteTeam: form.inviteTeam,
    inviteCustomers: form.inviteCustomers,
    channel: place && {
      id: place.id,
      member: place.member && !place.unread && !place.archived,
      shared: place.shared,
    },
  }
}
