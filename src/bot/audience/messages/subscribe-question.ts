import { button, buttons } from '../../kit/buttons.ts'
import { actions, command, type WantedSubscription } from '../../kit/ids.ts'
import {
  bold,
  channel as channelSpan,
  type Inline,
  line,
  message,
  type Message,
  name,
} from '../../kit/message.ts'
import { listed, capital } from '../../kit/text/words.ts'

export interface ReadersFacts {
  channel: string
  /** Names of the other organizations in the channel. */
  organizations: readonly string[]
  /** People of organizations whose names Slack does not say, or who were only invited. */
  strangers: boolean
  guests: boolean
  /** Slack did not say who reads it. */
  unknown: boolean
}

/** `people from Acme Corp and guests`. Undefined if only the team reads it, or Slack did not say. */
const outsideReaders = ({ organizations, strangers, guests }: ReadersFacts): string | undefined => {
  const from = [...organizations, ...(strangers ? ['another organization'] : [])]
  const groups = [...(from.length > 0 ? [`people from ${listed(from)}`] : []), ...(guests ? ['guests'] : [])]
  return groups.length > 0 ? listed(groups) : undefined
}

/** `People from Acme Corp read #acme-shared.` */
export const whoReads = (readers: ReadersFacts): Inline[] => {
  const people = outsideReaders(readers)
  const channel = channelSpan(readers.channel)
  if (people !== undefined) return [`${capital(people)} read `, channel, '.']
  return readers.unknown
    ? ['Slack doesn’t say who reads ', channel, '. It may be people from outside.']
    : ['Only your team reads ', channel, '.']
}

interface WantedFacts {
  scope: 'project' | 'account' | 'all'
  label: string
  /** The project's account. */
  accountName?: string | undefined
}

interface QuestionFacts extends WantedFacts {
  readers: ReadersFacts
  /** Names of the accounts that the channel receives now. */
  received: readonly string[]
  wanted: WantedSubscription
}

/** `Initech – Enterprise Rollout (Globex)`, `every project of Globex`. */
const wantedSpans = ({ scope, label, accountName }: WantedFacts): Inline[] =>
  scope === 'account'
    ? ['every project of ', bold(label)]
    : [bold(label), accountName !== undefined && name(` (${accountName})`)]

const mostNamed = 5

const namedOf = (accounts: readonly string[]): string => {
  const rest = accounts.length - mostNamed
  return listed([...accounts.slice(0, mostNamed), ...(rest > 0 ? [`${rest} more`] : [])])
}

/** Nothing changes before somebody presses *Subscribe*. */
export const subscribeQuestion = ({ readers, received, wanted, ...facts }: QuestionFacts): Message =>
  message(
    line(whoReads(readers), ' Subscribe it to ', wantedSpans(facts), '?'),
    received.length > 0 && line('So far it receives ', name(namedOf(received)), '.'),
    'They’ll read its tasks and comments, except internal ones.',
    buttons(
      button(actions.confirmSubscribe, 'Subscribe', { value: JSON.stringify(wanted), style: 'primary' }),
    ),
  )

/** A channel that people from outside read never receives all projects. */
export const allRefused = ({ readers }: { readers: ReadersFacts }): Message =>
  message(
    line(whoReads(readers), ' So it can’t receive all projects.'),
    `Subscribe it to one customer’s projects: ${command} subscribe account: and the account’s name. Or subscribe a channel that only your team reads to all projects.`,
  )

export const subscribedNow = ({ channel, ...facts }: WantedFacts & { channel: string }): Message =>
  message(line(channelSpan(channel), ' is subscribed to ', wantedSpans(facts), '.'))
