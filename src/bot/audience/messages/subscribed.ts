import { buttons, chooseProject, button } from '../../kit/buttons.ts'
import {
  type Inline,
  line,
  link,
  type Message,
  message,
  user,
  name,
  bold,
  channel as channelSpan,
  say,
} from '../../kit/message.ts'
import { presetMenu, arriving, type SettingsFacts } from './settings-words.ts'
import { actions, command, type WantedSubscription } from '../../kit/ids.ts'
import { listed, capital } from '../../kit/text.ts'

export interface TargetFacts {
  scope: 'project' | 'account' | 'all'
  label: string
  url?: string | undefined
}

interface SubscribedFacts extends TargetFacts {
  by: string
  /** The channel's settings, with this subscription's events. */
  settings: SettingsFacts
  ownEvents: boolean
  changed?: boolean | undefined
  resumed?: boolean | undefined
}

type AlreadyFacts = TargetFacts & Pick<SubscribedFacts, 'settings' | 'ownEvents'>

const replyWords = {
  'two-way': 'Replies in a task’s thread become comments on the task.',
  'one-way': 'Replies stay in Slack, as its settings say.',
}

const didWords = ({ resumed, changed }: Pick<SubscribedFacts, 'resumed' | 'changed'>): string => {
  if (resumed === true) return ' resumed what this channel receives of '
  return changed === true ? ' changed what this channel receives of ' : ' subscribed this channel to '
}

/** `the project “Acme – Standard”`, `the account “Acme Corp”`, `all projects`. */
export const targetSpans = ({ scope, label, url }: TargetFacts): Inline[] =>
  scope === 'all' ? ['all projects'] : [`the ${scope} `, link(url, label, { bold: true })]

/** Posted in the channel, so that everybody knows what will arrive and who asked for it. */
export const subscribed = ({ settings, ...facts }: SubscribedFacts): Message =>
  message(
    line(user(facts.by), didWords(facts), targetSpans(facts), '.'),
    `It receives ${arriving(settings, facts.ownEvents)}. ${replyWords[settings.replies]}`,
    buttons(presetMenu(settings.preset)),
  )

/** Private: nothing changed, so nobody else is told. */
export const alreadySubscribed = ({ settings, ownEvents, ...target }: AlreadyFacts): Message =>
  message(
    line('This channel is already subscribed to ', targetSpans(target), '.'),
    `It receives ${arriving(settings, ownEvents)}. ${replyWords[settings.replies]}`,
  )

/** `stillBy`: another subscription that still includes the target, such as its account's. */
export const unsubscribed = (
  facts: TargetFacts & { by: string; stillBy?: TargetFacts | undefined },
): Message =>
  message(
    line(user(facts.by), ' unsubscribed this channel from ', targetSpans(facts), '.'),
    facts.stillBy &&
      line('Its updates still arrive through the subscription to ', targetSpans(facts.stillBy), '.'),
  )

interface UnsubscribedAllFacts {
  by: string
  ended: readonly TargetFacts[]
  replies: keyof typeof replyWords
}

export const unsubscribedAll = ({ by, ended, replies }: UnsubscribedAllFacts): Message => {
  const shown = ended.slice(0, 10)
  const more = ended.length - shown.length
  const before = (at: number) => (at === 0 ? '' : at === ended.length - 1 ? ' and ' : ', ')
  return message(
    line(user(by), ' unsubscribed this channel from all that it received.'),
    line(
      'It received ',
      ...shown.flatMap(({ scope, label }, at) => [
        before(at),
        name(scope === 'all' ? 'all projects' : label),
      ]),
      more > 0 && ` and ${more} more`,
      '.',
    ),
    `What was posted here stays.${replies === 'two-way' ? ' Replies in its threads still become comments.' : ''}`,
  )
}

/** `target`: the subscription to end. Undefined if the person asked for the channel's projects. */
export const nothingSubscribed = ({ target }: { target?: string | undefined }): Message =>
  target === undefined
    ? message('This channel isn’t subscribed to any project.', buttons(chooseProject()))
    : message(
        say`This channel isn’t subscribed to ${name(`“${target}”`)}, so there’s nothing to unsubscribe from.`,
        'See what it’s subscribed to with /onboard subscriptions.',
      )

export const subscriptionGone = (): Message =>
  message(
    'That subscription no longer exists, so there’s nothing to change.',
    'See what the channel receives with /onboard subscriptions.',
  )

export interface ReadersFacts {
  channel: string
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
export const namedReaders = (readers: ReadersFacts): Inline[] => {
  const people = outsideReaders(readers)
  const channel = channelSpan(readers.channel)
  if (people !== undefined) return [`${capital(people)} read `, channel, '.']
  return readers.unknown
    ? ['Slack doesn’t say who reads ', channel, '. It may be people from outside.']
    : ['Only your team reads ', channel, '.']
}

/** `accountName`: the project's. */
type WantedFacts = Omit<TargetFacts, 'url'> & { accountName?: string | undefined }

type QuestionFacts = WantedFacts & {
  readers: ReadersFacts
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

/** The channel has another customer's projects so far. `received`: accounts, or `all projects`. */
const isOtherCustomers = ({ scope, label, accountName, received }: QuestionFacts): boolean => {
  const account = scope === 'account' ? label : accountName
  return received.length > 0 && account !== undefined && !received.includes(account)
}

export const subscribeQuestion = ({ readers, received, wanted, ...facts }: QuestionFacts): Message => {
  const value = JSON.stringify(wanted)
  if (isOtherCustomers({ readers, received, wanted, ...facts }))
    return message(
      say`${bold('Subscribe it to another customer’s project?')} So far, it receives ${name(namedOf(received))}.`,
      line(namedReaders(readers), ' They would read the tasks and comments of ', wantedSpans(facts), '.'),
      buttons(button(actions.confirmSubscribe, 'Subscribe anyway', { value, style: 'danger' })),
    )
  return message(
    line(namedReaders(readers), ' Subscribe it to ', wantedSpans(facts), '?'),
    received.length > 0 && line('So far it receives ', name(namedOf(received)), '.'),
    'They’ll read its tasks and comments, except internal ones.',
    buttons(button(actions.confirmSubscribe, 'Subscribe', { value, style: 'primary' })),
  )
}

export const allRefused = ({ readers }: { readers: ReadersFacts }): Message =>
  message(
    line(namedReaders(readers), ' So it can’t receive all projects.'),
    `Subscribe it to one customer’s projects: ${command} subscribe account: and the account’s name. Or subscribe a channel that only your team reads to all projects.`,
  )

/** `already`: somebody else, or an earlier press, did it. */
export const subscribedNow = ({
  channel,
  already,
  ...facts
}: WantedFacts & { channel: string; already: boolean }): Message =>
  message(
    line(channelSpan(channel), ` is ${already ? 'already ' : ''}subscribed to `, wantedSpans(facts), '.'),
  )
