import { saveForm } from './store/project-requests.ts'
import type { CreateMetadata } from './messages/create-dialog.ts'
import { createPreview, type CreatePreviewFacts, type PersonInPreview } from './messages/create-preview.ts'
import {
  formInputs as inputs,
  nameTaken,
  type ProjectForm,
  type FieldInput,
} from './messages/project-form.ts'
import type { Actor } from '../../audience/actor.ts'
import { readersOf } from '../../audience/audience.ts'
import { readersOfNewProject } from '../../audience/comment-readers.ts'
import type { BotDeps } from '../../deps/deps.ts'
import { type Errors, errorsWhere, type Choice } from '../../kit/form-elements.ts'
import { withoutOthersChannel } from './open-create-dialog.ts'
import { type Became, inTime, type Patience } from '../../answers/answer.ts'
import { callbacks } from '../../kit/ids.ts'
import { line, message } from '../../kit/message.ts'
import { channelRefused, isLinkable, externalIdOf, sameName, projectLinkedAs } from './make-project.ts'
import { formProblems } from './project-trouble.ts'
import { folded, ifSet, startOf } from '../../../contract/text.ts'
import type { Playbook } from '../../../contract/project.ts'
import type { User } from '../../../contract/user.ts'
import { subscriptionsOf } from '../../store/subscriptions.ts'
import { slug } from '../project-channels/messages/channel-dialog.ts'
import { consentFor } from '../../audience/consent.ts'
import { currentPlaybooks, playbooksNamed } from './suggest.ts'
import { proposedName } from '../project-channels/channel-for-project.ts'
import { liveFields } from '../../tracker/field-values.ts'
import { accountNames, lookUpAccount } from '../../answers/named-project.ts'
import { isContactOf, nameOf, peopleOf, personCalled } from '../../tracker/people.ts'
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

/** Most accounts are among those that the menu shows. Only another name costs a look at all projects. */
const accountIn = async (deps: BotDeps, account: string) => {
  const name = (await accountNames(deps)).find((one) => folded(one) === folded(account))
  return name === undefined ? lookUpAccount(deps, account) : { name }
}

const fieldText = ({ kind, text }: FieldInput): string =>
  kind === 'boolean' ? (text === 'true' ? 'Yes' : 'No') : text

const noChoice: Choice = { value: '', text: '' }

/** Channels named like the project or its account: the person may have meant one of them. */
const namesakes = async (deps: BotDeps, form: ProjectForm): Promise<readonly string[]> => {
  const [project, account] = [slug(form.name), slug(form.account?.value ?? '')]
  const all = (await within(patienceMs, deps.slack.publicChannels())) ?? []
  const fits = (name: string) =>
    name === project || (account !== '' && (name === account || name.startsWith(`${account}-`)))
  return all.filter(({ name }) => fits(slug(name))).map(({ id }) => id)
}

const accountOf = ({ account }: ProjectForm) => ({ name: account?.value, id: undefined })

/** Says who reads the channel and what it receives, so that no two customers share one by mistake. */
const channelIn = async (deps: BotDeps, channel: string, form: ProjectForm) => {
  const wish = { channel, scope: 'project', target: '', label: form.name } as const
  const [place, readers, received, consent] = await Promise.all([
    deps.slack.channel(channel),
    readersOf(deps, channel),
    subscriptionsOf(deps.database.sql, channel),
    consentFor(deps, { ...wish, account: accountOf(form) }),
  ])
  const receives = received.map(({ scope, label }) =>
    scope === 'account' ? `all projects of ${label}` : label,
  )
  return { member: isLinkable(place), readers, isNew: consent.kind !== 'given', receives }
}

const previewProject = async (
  deps: BotDeps,
  requestId: number,
  form: ProjectForm,
): Promise<CreatePreviewFacts> => {
  const { playbook = noChoice, account = noChoice, owner = noChoice } = form
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
  const same = linked ?? sameName(sameNames, form.name)
  const contacts = customers.filter((user) =>
    isContactOf(user, 'name' in foundAccount ? foundAccount.name : account.value),
  )
  const place = channel?.member === true ? channel.readers : undefined
  const here = place && { channel: place.channel, shared: place.outside }
  return {
    ...form,
    requestId,
    readers: await readersOfNewProject(deps, here, accountOf(form)),
    sameName: typeof same === 'string' ? same : 'exists',
    existingUrl: typeof same === 'string' ? undefined : ifSet(same.internal_project_url),
    playbook: playbookIn(playbooks, playbook),
    account: { name: account.text, nearest: 'name' in foundAccount ? undefined : foundAccount.nearest },
    startDate: form.startDate ?? '',
    owner: personIn(team)(owner),
    team: form.team.map(personIn(team)),
    customers: form.customers.map(customerIn(customers, contacts)),
    fields: Object.entries(form.fields).map(([uuid, entry]) => {
      const field = fields.find((one) => one.uuid === uuid)
      return { uuid, name: field?.name ?? uuid, value: fieldText(entry), live: field !== undefined }
    }),
    channel,
    newChannel:
      form.newChannel && ownName !== undefined ? { name: ownName, kind: form.newChannel } : undefined,
    namesakes: channels.filter((id) => id !== form.channel).slice(0, 3),
  }
}

interface Submitted {
  /** The dialog: if it is submitted again, it replaces its stored form. */
  source: string
  form: ProjectForm
  blocks: ReadonlySet<string>
}

const missingPeople = (people: readonly PersonInPreview[], label: string): string | undefined => {
  const names = people.filter(({ found }) => !found).map(({ name }) => name)
  if (names.length === 0) return undefined
  return `No longer in the tracker’s ${label}: ${startOf(names.join(', '), 150)}. Choose again.`
}

const contactsOfOthers = ({ customers, account }: CreatePreviewFacts): string | undefined => {
  const names = customers.filter(({ contactOf }) => contactOf !== undefined).map(({ name }) => name)
  if (names.length === 0) return undefined
  return `Not contacts of ${startOf(account.name, 60)}: ${startOf(names.join(', '), 150)}. Remove them.`
}

/** What the tracker will certainly refuse, by block. The preview shows possible refusals. */
const refusedInputs = (form: ProjectForm, facts: CreatePreviewFacts): Errors | undefined => {
  const people = [
    [inputs.owner, missingPeople([facts.owner], 'team')],
    [inputs.team, missingPeople(facts.team, 'team')],
    [inputs.customers, missingPeople(facts.customers, 'customers') ?? contactsOfOthers(facts)],
  ] as const
  return errorsWhere(
    [facts.sameName === 'exists', inputs.name, nameTaken],
    ...people.map(([block, text]) => [text, block, text ?? ''] as const),
    ...facts.fields.map(
      ({ uuid, live }) =>
        [
          !live,
          `field:${form.fields[uuid]?.kind ?? 'text'}:${uuid}`,
          'This data field is archived. Leave it empty.',
        ] as const,
    ),
  )
}

/** Only errors whose blocks are on this page of the form. */
const shownIn = (blocks: ReadonlySet<string>, errors: Errors = {}) =>
  errorsWhere(...Object.entries(errors).map(([block, text]) => [blocks.has(block), block, text] as const))

const checkProject = async (
  deps: BotDeps,
  by: Actor,
  { source, form, blocks }: Submitted,
  patience: Patience,
): ReturnType<typeof inTime> => {
  const { user: userId } = by
  const createdAt = deps.now()
  const id = await deps.database.transaction((tx) => saveForm(tx, { source, userId, form, createdAt }))
  if (id === undefined)
    return { refused: message(line('This project is already being created. Close this dialog.')) }
  const checking = previewProject(deps, id, form).then((facts): Became => {
    const errors = shownIn(blocks, refusedInputs(form, facts))
    const next = createPreview(facts)
    return errors ? { errors, late: next } : { next }
  })
  const waiting = message(line('Checking with the tracker. The preview will appear here.'))
  return inTime(deps, checking, { dialog: callbacks.createDialog, waiting, patience, by })
}

const notYourChannel = 'You aren’t in this channel. Choose one you’re in.'

export const takeForm = async (
  deps: BotDeps,
  actor: Actor,
  submitted: Submitted,
  { proposed, self }: CreateMetadata,
  patience: Patience,
): ReturnType<typeof inTime> => {
  const { newChannel, channel, owner = self } = submitted.form
  // A new channel replaces the chosen one.
  const chosen = { ...submitted.form, owner, channel: newChannel ? undefined : channel }
  const form = withoutOthersChannel(chosen, proposed)
  const { channel: into } = form
  // The preview names these readers. *Create* confirms them, and no others.
  const [refused, readers] = await patience.ask(
    Promise.all([channelRefused(deps, actor, into), into === undefined ? undefined : readersOf(deps, into)]),
  )
  const notInChannel = refused !== undefined
  const errors = shownIn(submitted.blocks, {
    ...formProblems(form),
    ...errorsWhere(
      [notInChannel, inputs.channel, notYourChannel],
      [notInChannel, inputs.proposedChannel, notYourChannel],
    ),
  })
  if (errors) return { errors }
  return checkProject(deps, actor, { ...submitted, form: { ...form, readers: readers?.key } }, patience)
}
