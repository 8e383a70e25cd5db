import { folded } from '../../../contract/text/folded.ts'
import type { Playbook } from '../../../contract/playbook.ts'
import type { ProjectItem, ProjectsReply } from '../../../contract/project.ts'
import type { User } from '../../../contract/user.ts'
import { subscriptionsOf } from '../../audience/store/subscriptions.ts'
import type { CreatePreviewFacts, PersonInPreview } from './messages/create-preview.ts'
import { slug } from '../project-channels/messages/channel-name.ts'
import type { Choice } from '../../kit/form-elements.ts'
import type { FieldInput, ProjectForm } from './messages/project-form.ts'
import { consentFor } from '../../audience/consent.ts'
import { readersOf } from '../../audience/audience.ts'
import type { BotDeps } from '../../deps/deps.ts'
import { currentPlaybooks, playbooksNamed } from './suggest.ts'
import { proposedName } from '../project-channels/channel-proposal.ts'
import { liveFields } from '../../tracker/field-values.ts'
import { accountNames, lookUpAccount } from '../../answers/accounts.ts'
import { isContactOf, nameOf, peopleOf, personCalled } from '../../tracker/people.ts'
import { isLinkable, externalIdOf } from './requests.ts'
import { within } from '../../kit/time.ts'

/** Suggestions are not worth a longer wait. */
const patienceMs = 1_000

const personIn =
  (people: readonly User[]) =>
  ({ value, text }: Choice): PersonInPreview => {
    const found = personCalled(people, value)
    return found ? { name: nameOf(found), found: true } : { name: text, found: false }
  }

/** `contacts`: those of the chosen account. */
const customerIn =
  (customers: readonly User[], contacts: readonly User[]) =>
  (choice: Choice): PersonInPreview => {
    const found = personCalled(customers, choice.value)
    const contactOf = found && !contacts.includes(found) ? (found.customer_name ?? undefined) : undefined
    return { ...personIn(customers)(choice), contactOf }
  }

const playbookIn = (list: readonly Playbook[], { value, text }: Choice): CreatePreviewFacts['playbook'] => {
  const group = currentPlaybooks(list).find(({ versions }) => versions.some(({ uuid }) => uuid === value))
  if (!group) return { name: text, version: 'unknown', versions: 0 }
  const version = group.current.uuid === value ? 'current' : 'older'
  const durationDays = group.versions.find(({ uuid }) => uuid === value)?.duration_days ?? undefined
  return { name: group.name, version, versions: group.versions.length, durationDays }
}

/** The project of this external id. A tracker that ignores the filter lists others, and counts them as none. */
export const projectLinkedAs = async (
  { api }: Pick<BotDeps, 'api'>,
  externalId: string,
): Promise<ProjectItem | undefined> => {
  const { projects, pagination } = await api.listProjects({ external_id: externalId, limit: 1 })
  return pagination.total > 0 ? projects[0] : undefined
}

/** Checks the name as the interface describes. With more than 200 matches the result is unsure. */
export const sameName = ({ projects, pagination }: ProjectsReply, name: string) => {
  const found = projects.find((item) => item.name.trim() === name.trim())
  if (found) return { sameName: 'exists' as const, existing: found }
  const unsure = Math.max(pagination.total, projects.length) > 200
  return { sameName: unsure ? ('unsure' as const) : ('none' as const), existing: undefined }
}

/** Most accounts are among those that the menu shows. Only another name costs a look at all projects. */
const accountIn = async (deps: BotDeps, typed: string) => {
  const name = (await accountNames(deps)).find((one) => folded(one) === folded(typed))
  return name === undefined ? lookUpAccount(deps, typed) : { name }
}

const fieldText = ({ kind, text }: FieldInput): string =>
  kind === 'boolean' ? (text === 'true' ? 'Yes' : 'No') : text

const none: Choice = { value: '', text: '' }

/** Channels named like the project or its account: the person may have meant one of them. */
const namesakes = async (deps: BotDeps, form: ProjectForm): Promise<readonly string[]> => {
  const [project, account] = [slug(form.name), slug(form.account?.value ?? '')]
  const all = (await within(patienceMs, deps.slack.publicChannels())) ?? []
  const fits = (name: string) =>
    name === project || (account !== '' && (name === account || name.startsWith(`${account}-`)))
  return all.filter(({ name }) => fits(slug(name))).map(({ id }) => id)
}

/** Says who reads the channel and what it receives, so that no two customers share one by mistake. */
const channelIn = async (deps: BotDeps, channel: string, { name, account }: ProjectForm) => {
  const wanted = { scope: 'project', target: '', label: name } as const
  const [place, readers, received, consent] = await Promise.all([
    deps.slack.channel(channel),
    readersOf(deps, channel),
    subscriptionsOf(deps.database.sql, channel),
    consentFor(deps, channel, { ...wanted, account: { name: account?.value, id: undefined } }),
  ])
  const receives = received.map(({ scope, label }) =>
    scope === 'account' ? `all projects of ${label}` : label,
  )
  return { member: isLinkable(place), readers, isNew: consent.kind !== 'given', receives }
}

export const previewProject = async (
  deps: BotDeps,
  requestId: number,
  form: ProjectForm,
): Promise<CreatePreviewFacts> => {
  const { playbook = none, account = none, owner = none } = form
  const [sameNames, linked, foundAccount, playbooks, team, customers, fields, channel, channels, ownName] =
    await Promise.all([
      deps.api.listProjects({ name: form.name, limit: 200 }),
      projectLinkedAs(deps, externalIdOf(form.name, requestId)),
      accountIn(deps, account.value),
      playbooksNamed(deps, playbook.text),
      peopleOf(deps, false),
      form.customers.length > 0 ? peopleOf(deps, true) : [],
      Object.keys(form.fields).length > 0 ? liveFields(deps) : [],
      form.channel === undefined ? undefined : channelIn(deps, form.channel, form),
      namesakes(deps, form),
      form.newChannel && proposedName(deps, { name: form.name, accountName: account.value }),
    ])
  const { existing, ...check } = linked
    ? { existing: linked, sameName: 'exists' as const }
    : sameName(sameNames, form.name)
  const contacts = customers.filter((user) =>
    isContactOf(user, 'name' in foundAccount ? foundAccount.name : account.value),
  )
  return {
    requestId,
    name: form.name,
    ...check,
    existingUrl: existing?.internal_project_url ?? undefined,
    playbook: playbookIn(playbooks.playbooks, playbook),
    account: { name: account.text, nearest: 'name' in foundAccount ? undefined : foundAccount.nearest },
    startDate: form.startDate ?? '',
    dueDate: form.dueDate,
    owner: personIn(team)(owner),
    team: form.team.map(personIn(team)),
    customers: form.customers.map(customerIn(customers, contacts)),
    fields: Object.entries(form.fields).map(([uuid, given]) => {
      const field = fields.find((one) => one.uuid === uuid)
      return { uuid, name: field?.name ?? uuid, value: fieldText(given), live: field !== undefined }
    }),
    inviteTeam: form.inviteTeam,
    inviteCustomers: form.inviteCustomers,
    channel,
    newChannel:
      form.newChannel && ownName !== undefined ? { name: ownName, kind: form.newChannel } : undefined,
    namesakes: channels.filter((id) => id !== form.channel).slice(0, 3),
  }
}
