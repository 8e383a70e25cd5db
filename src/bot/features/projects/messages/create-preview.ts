import type { ModalView } from '@slack/types'
import { type ReadersFacts, whoReads } from '../../../audience/messages/readers.ts'
import { callbacks } from '../../../kit/ids.ts'
import { bold, channel as channelSpan, line, link, message, name } from '../../../kit/message.ts'
import { modal } from '../../../kit/modal.ts'
import { addDays, type IsoDate } from '../../../../contract/dates.ts'
import { count, listed } from '../../../kit/text/words.ts'
import { dayText } from '../../../kit/text/mrkdwn.ts'

export interface PersonInPreview {
  name: string
  /** False if the tracker has nobody with that address. */
  found: boolean
  /** Another account than the project's, whose contact the person is. */
  contactOf?: string | undefined
}

export interface CreatePreviewFacts {
  requestId: number
  name: string
  /** Whether a project of exactly this name exists. `unsure` if there are too many matches to list. */
  sameName: 'none' | 'exists' | 'unsure'
  existingUrl?: string | undefined
  playbook: {
    name: string
    version: 'current' | 'older' | 'unknown'
    versions: number
    /** Undefined if the tracker doesn't show it. */
    durationDays?: number | undefined
  }
  /** `nearest`: if no project or customer has this account, the names that may have been meant. */
  account: { name: string; nearest?: readonly string[] | undefined }
  /** YYYY-MM-DD. */
  startDate: string
  dueDate?: string | undefined
  owner: PersonInPreview
  team: readonly PersonInPreview[]
  customers: readonly PersonInPreview[]
  /** `live`: false if the field is archived or no longer a project field. */
  fields: readonly { uuid: string; name: string; value: string; live: boolean }[]
  roles: number
  /** People in the role lines who are not in the tracker. */
  strangersInRoles: readonly string[]
  inviteTeam: boolean
  inviteCustomers: boolean
  channel?:
    | {
        member: boolean
        readers: ReadersFacts
        /** People from outside read it, and not yet of this account. */
        isNew: boolean
        receives: readonly string[]
      }
    | undefined
  /** Its own channel, which is made after the project. */
  newChannel?: { name: string; kind: 'public' | 'private' } | undefined
  /** Ids of other channels named like the project or its account. */
  namesakes: readonly string[]
}

const person = ({ name: who, found, contactOf }: PersonInPreview) => {
  if (!found) return `${who} (not found in the tracker, which would reject the project)`
  return contactOf === undefined ? who : `${who} (a contact of ${contactOf}; go back and remove them)`
}

const group = (label: string, all: readonly PersonInPreview[]) =>
  line(bold(label), ' ', all.length === 0 ? 'nobody' : all.map(person).join(', '))

const nameWords = ({ sameName, existingUrl }: CreatePreviewFacts) => {
  if (sameName === 'exists')
    return line(
      link(existingUrl, 'A project of this name', { bold: true }),
      ' already exists. Go back and choose another name.',
    )
  return sameName === 'none'
    ? 'No project has this name yet.'
    : 'Too many projects have similar names to check whether this one is taken.'
}

const versionWords = ({ version, versions }: CreatePreviewFacts['playbook']): string => {
  if (version === 'unknown') return ' (not listed in the tracker; it may be archived)'
  if (version === 'older') return ` (not the current version; there are ${versions})`
  return versions > 1 ? ` (the current version; there are ${versions})` : ' (the current version)'
}

const accountWords = ({ nearest }: CreatePreviewFacts['account']) => {
  if (!nearest) return false
  const meant = nearest.length > 0 ? `. Did you mean ${listed(nearest, 'or')}?` : ''
  return name(` (no project or customer has this account yet; the name must match exactly${meant})`)
}

const dueWords = ({ startDate, dueDate, playbook: { durationDays: days } }: CreatePreviewFacts): string => {
  if (dueDate !== undefined) return dayText(dueDate)
  return days === undefined
    ? 'the end of the playbook’s duration'
    : `${dayText(addDays(startDate as IsoDate, days))} (the playbook’s ${count(days, 'day')})`
}

const invitation = ({ inviteTeam, inviteCustomers }: CreatePreviewFacts): string => {
  const invited = [inviteTeam && 'the team', inviteCustomers && 'the customers'].filter(Boolean)
  return invited.length === 0 ? 'No invitations are sent.' : `Invitations go to ${invited.join(' and ')}.`
}

const newChannelWords = ({ newChannel }: CreatePreviewFacts) =>
  newChannel &&
  line(
    'A ',
    newChannel.kind,
    ' channel ',
    bold(`#${newChannel.name}`),
    ' is created for it, with the owner, the team, and you. Only your team reads it: no customer is invited yet.',
  )

const channelWords = ({ channel, newChannel, name: project, account }: CreatePreviewFacts) => {
  if (!channel && newChannel) return undefined
  if (!channel) return 'No channel is linked. You’ll get a direct message when the project is created.'
  const { member, readers, isNew } = channel
  const receiver = channelSpan(readers.channel)
  if (!member)
    return line('The app isn’t in ', receiver, '. Invite the app first; otherwise no channel is linked.')
  if (isNew)
    return line(
      whoReads(readers),
      ' With ',
      bold('Create'),
      ', they’ll read ',
      name(`${project} (${account.name})`),
      ', except internal tasks.',
    )
  return line(
    'The card is posted in ',
    receiver,
    ', and the channel is subscribed to the project. ',
    whoReads(readers),
  )
}

const receivedWords = ({ channel }: CreatePreviewFacts) =>
  channel !== undefined &&
  channel.receives.length > 0 &&
  line('That channel is already subscribed to: ', name(channel.receives.slice(0, 5).join(', ')), '.')

const namesakeWords = ({ channel, namesakes }: CreatePreviewFacts) => {
  const isOne = namesakes.length === 1
  const found = isOne
    ? 'There’s a channel with a matching name: '
    : 'There are channels with matching names: '
  return (
    namesakes.length > 0 &&
    line(
      channel ? 'Channels with matching names: ' : found,
      ...namesakes.flatMap((id, index) => [index > 0 && ', ', channelSpan(id)]),
      `. Go back to choose ${isOne ? 'it' : 'one'}.`,
    )
  )
}

const fieldLine = ({ name: label, value, live }: CreatePreviewFacts['fields'][number]) =>
  line(bold(label), ' ', name(value), !live && ' (archived since; go back and leave it empty)')

const roleWords = ({ roles, strangersInRoles }: CreatePreviewFacts) =>
  roles > 0 &&
  line(
    bold('Role placeholders'),
    ` ${roles} filled`,
    strangersInRoles.length > 0 &&
      name(`; not found in the tracker, which would reject the project: ${strangersInRoles.join(', ')}`),
  )

/** Offers *Create* unless the project exists already, or a customer is another account's. */
export const createPreview = (facts: CreatePreviewFacts, externalId: string): ModalView => {
  const mayCreate =
    facts.sameName !== 'exists' && facts.customers.every(({ contactOf }) => contactOf === undefined)
  const { blocks } = message(
    line(bold('Project'), ' ', name(facts.name)),
    nameWords(facts),
    line(bold('Playbook'), ' ', name(facts.playbook.name), versionWords(facts.playbook)),
    line(bold('Account'), ' ', name(facts.account.name), accountWords(facts.account)),
    line(bold('Dates'), ` ${dayText(facts.startDate)} to ${dueWords(facts)}`),
    group('Owner', [facts.owner]),
    group('Team', facts.team),
    group('Customers', facts.customers),
    ...facts.fields.map(fieldLine),
    roleWords(facts),
    invitation(facts),
    newChannelWords(facts),
    channelWords(facts),
    receivedWords(facts),
    namesakeWords(facts),
  )
  return modal(
    {
      title: 'Create this project?',
      submit: mayCreate ? 'Create' : undefined,
      close: 'Back',
      callback: callbacks.createPreview,
      metadata: JSON.stringify({ request: facts.requestId }),
      externalId,
    },
    blocks,
  )
}
