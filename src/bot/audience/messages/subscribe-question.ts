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
import { listed } from '../../kit/text/words.ts'
import { type ReadersFacts, whoReads } from './readers.ts'

export interface WantedFacts {
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
export const wantedSpans = ({ scope, label, accountName }: WantedFacts): Inline[] =>
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
