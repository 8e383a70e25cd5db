import type { ProjectForm } from './project-form.ts'
import type { ModalView } from '@slack/types'
import { namedReaders, type ReadersFacts } from '../../../audience/messages/subscribed.ts'
import { callbacks } from '../../../kit/ids.ts'
import { type CommentReadersFacts, whoReadsProject } from '../../../kit/task-card.ts'
import {
  bold,
  channel as channelSpan,
  dotted,
  type Inline,
  line,
  link,
  message,
  name,
  say,
} from '../../../kit/message.ts'
import { modal } from '../../../kit/form-elements.ts'
import { addDays, type IsoDate } from '../../../../contract/dates.ts'
import { dayText, count, listed } from '../../../kit/text.ts'

export interface PersonInPreview {
  name: string
  found: boolean
  /** Another account than the project's, whose contact the person is. */
  contactOf?: string | undefined
}

export interface CreatePreviewFacts extends Pick<
  ProjectForm,
  'name' | 'dueDate' | 'inviteTeam' | 'inviteCustomers'
> {
  requestId: number
  /** `unsure`: there are too many matches to list. */
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
  owner: PersonInPreview
  team: readonly PersonInPreview[]
  customers: readonly PersonInPreview[]
  /** `live`: false if the field is archived or no longer a project field. */
  fields: readonly { uuid: string; name: string; value: string; live: boolean }[]
  channel?:
    | {
        member: boolean
        readers: ReadersFacts
        /** Outsiders read the channel, which receives nothing of this account yet. */
        isNew: boolean
        receives: readonly string[]
      }
    | undefined
  /** Of what isn't internal. */
  readers: CommentReadersFacts
  newChannel?: { name: string; kind: 'public' | 'private' } | undefined
  /** Ids of other channels named like the project or its account. */
  namesakes: readonly string[]
}

const person = ({ name: who, found, contactOf }: PersonInPreview) => {
  if (!found) return `${who} (not found in the tracker, which would reject the project)`
  return contactOf === undefined ? who : `${who} (a contact of ${contactOf}; go back and remove them)`
}

const group = (label: string, all: readonly PersonInPreview[]) =>
  all.length > 0 && name(`${label} ${all.map(person).join(', ')}`)

const invitation = ({ inviteTeam, inviteCustomers }: CreatePreviewFacts) => {
  const invited = [inviteTeam && 'the team', inviteCustomers && 'the customers'].filter(Boolean)
  return invited.length > 0 && `Invitations go to ${invited.join(' and ')}`
}

const nameWords = ({ sameName, existingUrl }: CreatePreviewFacts) => {
  if (sameName === 'none') return undefined
  if (sameName === 'unsure') return 'Too many projects have similar names to check whether this one is taken.'
  const project = link(existingUrl, 'A project of this name', { bold: true })
  return say`${project} already exists. Go back and choose another name.`
}

const versionWords = ({ version, versions }: CreatePreviewFacts['playbook']): string => {
  if (version === 'unknown') return ' (not listed in the tracker; it may be archived)'
  if (version === 'older') return ` (not the current version; there are ${versions})`
  return ''
}

const accountWords = ({ nearest }: CreatePreviewFacts['account']) => {
  if (!nearest) return false
  const suggestion = nearest.length > 0 ? `. Did you mean ${listed(nearest, 'or')}?` : ''
  return name(` (no project or customer has this account yet; the name must match exactly${suggestion})`)
}

const dueWords = ({ startDate, dueDate, playbook: { durationDays: days } }: CreatePreviewFacts): string => {
  if (dueDate !== undefined) return dayText(dueDate)
  return days === undefined
    ? 'the end of the playbook’s duration'
    : `${dayText(addDays(startDate as IsoDate, days))} (the playbook’s ${count(days, 'day')})`
}

const newChannelWords = ({ newChannel }: CreatePreviewFacts) =>
  newChannel &&
  say`A ${newChannel.kind} channel ${bold(`#${newChannel.name}`)} is created for it, with the owner, the team, and
    you. Only your team reads it: no customer is invited yet.`

const channelWords = (facts: CreatePreviewFacts) => {
  const { channel, newChannel, name: project, account } = facts
  const receiver = channel && channelSpan(channel.readers.channel)
  const whoReads = whoReadsProject(facts.readers, receiver)
  if (!channel || !receiver) {
    const told = 'No channel is linked. You’ll get a direct message when the project is created.'
    return newChannel ? line(whoReads) : say`${told} ${whoReads}`
  }
  const { member, readers, isNew, receives } = channel
  if (!member)
    return say`The app isn’t in ${receiver}. Invite the app first; otherwise no channel is linked. ${whoReads}`
  const also: Inline[] =
    receives.length > 0 ? [' It is already subscribed to: ', name(receives.slice(0, 5).join(', ')), '.'] : []
  if (isNew)
    return say`${namedReaders(readers)} With ${bold('Create')}, the channel is subscribed to
      ${name(`${project} (${account.name})`)}. ${whoReads}${also}`
  return say`The card is posted in ${receiver}, and the channel is subscribed to the project. ${whoReads}${also}`
}

/** A person who chose no channel may have missed one. */
const namesakeWords = ({ channel, newChannel, namesakes }: CreatePreviewFacts) => {
  if (channel || newChannel || namesakes.length === 0) return undefined
  const isOne = namesakes.length === 1
  const named = namesakes.flatMap((id, index) => [index > 0 && ', ', channelSpan(id)])
  return isOne
    ? say`There’s a channel with a matching name: ${named}. Go back to choose it.`
    : say`There are channels with matching names: ${named}. Go back to choose one.`
}

const fieldWords = ({ name: label, value, live }: CreatePreviewFacts['fields'][number]) =>
  name(`${label} ${value}${live ? '' : ' (archived since; go back and leave it empty)'}`)

export const createPreview = (facts: CreatePreviewFacts): ModalView => {
  const mayCreate =
    facts.sameName !== 'exists' && facts.customers.every(({ contactOf }) => contactOf === undefined)
  const { blocks } = message(
    line(bold(facts.name), ' for ', name(facts.account.name), accountWords(facts.account)),
    nameWords(facts),
    line(bold('Playbook'), ' ', name(facts.playbook.name), versionWords(facts.playbook)),
    line(bold('Dates'), ` ${dayText(facts.startDate)} to ${dueWords(facts)}`),
    dotted(
      group('Owner', [facts.owner]),
      group('Team', facts.team),
      group('Customers', facts.customers),
      invitation(facts),
    ),
    facts.fields.length > 0 && dotted(...facts.fields.map(fieldWords)),
    newChannelWords(facts),
    channelWords(facts),
    namesakeWords(facts),
  )
  return modal(
    {
      submit: mayCreate ? 'Create' : undefined,
      close: 'Back',
      callback: callbacks.createPreview,
      metadata: JSON.stringify({ request: facts.requestId }),
    },
    blocks,
  )
}
