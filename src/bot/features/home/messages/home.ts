import { notWorking } from '../../status/messages/status.ts'
import type { EventName } from '../../../../contract/event.ts'
import { eventWords } from '../../../audience/messages/settings-words.ts'
import { actions, type ActionName } from '../../../kit/ids.ts'
import { button, buttons } from '../../../kit/buttons.ts'
import {
  bold,
  channel,
  divider,
  heading,
  line,
  type Message,
  messageOfMost,
  name,
  note,
  gap,
  message,
  say,
} from '../../../kit/message.ts'
import {
  muteMenu,
  unmuteButton,
  type MuteFacts,
  untilWords,
  pauseReason,
} from '../../../audience/messages/paused.ts'
import { homeTracker, type HomeTracker, homeWithoutTracker } from '../../connect/messages/connect.ts'
import { homePeople, type HomePeople } from './home-people.ts'
import { type TargetFacts, targetSpans } from '../../../audience/messages/subscribed.ts'
import { count } from '../../../kit/text.ts'
import { isFree, replyDue, type YourDayFacts, yourDayParts } from '../../digests/messages/digests.ts'
import { type ProjectCardFacts, projectLines } from '../../../kit/project-card.ts'

const offOrOn = (action: ActionName, on: boolean, about: string) => {
  const turned = on ? 'off' : 'on'
  return buttons(
    button(action, `Turn ${turned}`, { value: turned, label: `Turn ${turned} messages about ${about}` }),
  )
}

const mentionSwitch = (mentions: boolean) => [
  `You ${mentions ? 'get' : 'don’t get'} a direct message when a comment in the tracker mentions you.`,
  offOrOn(actions.homeMentions, mentions, 'mentions'),
]

const yourDaySwitch = (yourDay: boolean) => [
  yourDay
    ? say`Every morning at 09:00, you get a direct message, ${bold('Your day')}: which customers wait for a reply, and what’s
        overdue, assigned to you, or waiting on customers. If there’s nothing, you don’t get one.`
    : say`${bold('Your day')} is off: a direct message with the customers who wait for a reply, and what’s overdue,
        assigned to you, or waiting on customers.`,
  offOrOn(actions.homeYourDay, yourDay, 'your day'),
]

export interface HomeChannel {
  channel: string
  /** Whether the person who looks is in the channel. */
  isMember?: boolean | undefined
  /** Without `#`. Undefined if unknown. */
  name?: string | undefined
  mute?: MuteFacts | undefined
  subscriptions: readonly (TargetFacts & {
    events: readonly EventName[]
    paused?: { reason: string } | undefined
  })[]
}

interface WorkspaceFacts {
  channels: readonly HomeChannel[]
  mentions: boolean
  yourDay: boolean
  replyDue: Parameters<typeof replyDue>[0]
  /** Undefined when the tracker or Slack did not answer in time. */
  people?: HomePeople | undefined
  /** Undefined for people who can't change the tracker, and where the environment names it. */
  tracker?: HomeTracker | undefined
  reasons: readonly string[]
}

const most = { channels: 100, subscriptions: 5 } as const

/** Screen readers read a control without the line above, so each control names its channel. */
const controls = ({ channel: id, name: channelName, mute }: HomeChannel) => {
  const inChannel = channelName === undefined ? '' : ` #${channelName}`
  return buttons(
    mute ? unmuteButton(id, 'Unmute', `Unmute${inChannel}`) : muteMenu(id, `Mute${inChannel}…`),
    button(actions.manageSubscriptions, 'Manage', {
      value: id,
      label: `Manage subscriptions${inChannel && ` of${inChannel}`}`,
    }),
  )
}

const channelLines = (facts: HomeChannel) => {
  const { channel: id, subscriptions, isMember, mute } = facts
  return [
    line(channel(id), mute && [', muted ', ...untilWords(mute)]),
    ...subscriptions
      .slice(0, most.subscriptions)
      .map(({ events, paused, ...target }) =>
        line(
          '• ',
          targetSpans(target),
          `: ${eventWords(events)}`,
          paused && name(`; paused: ${pauseReason(paused.reason).why}`),
        ),
      ),
    subscriptions.length > most.subscriptions &&
      `   and ${subscriptions.length - most.subscriptions} more: /onboard subscriptions in the channel`,
    isMember === true && controls(facts),
  ]
}

/** Only for members of at least two channels. */
const muteAll = (all: readonly HomeChannel[]) => {
  const joined = all.filter(({ isMember }) => isMember === true)
  const [isMuted, isOpen] = [joined.some(({ mute }) => mute), joined.some(({ mute }) => !mute)]
  return (
    joined.length > 1 &&
    buttons(
      isOpen && muteMenu('all', 'Mute all my channels…'),
      isMuted && unmuteButton('all', 'Unmute all my channels'),
    )
  )
}

const channels = (all: readonly HomeChannel[], shown: readonly HomeChannel[]) => [
  all.length === 0
    ? 'No channel is subscribed yet. In a channel, type /onboard subscribe and a project’s name.'
    : `${count(all.length, 'channel')} of this workspace ${all.length === 1 ? 'receives' : 'receive'} events.`,
  muteAll(all),
  ...shown.flatMap(channelLines),
  shown.length < all.length && note(`${shown.length} of ${all.length} channels shown.`),
]

/** *Channels and connection*. */
export const homeWorkspace = (facts: WorkspaceFacts): Message =>
  messageOfMost(
    facts.channels,
    most.channels,
    (shown) => [
      buttons(button(actions.homePage, 'Back to my work', { value: 'work' })),
      heading('Subscriptions'),
      ...channels(facts.channels, shown),
      divider,
      heading('Messages to you'),
      ...mentionSwitch(facts.mentions),
      ...yourDaySwitch(facts.yourDay),
      ...replyDue(facts.replyDue),
      divider,
      ...(facts.people ? [heading('People'), ...homePeople(facts.people), divider] : []),
      ...(facts.tracker ? [heading('Tracker'), ...homeTracker(facts.tracker), divider] : []),
      heading('Connection'),
      ...(facts.reasons.length === 0
        ? ['Slack, the tracker and the database are working.']
        : notWorking(facts.reasons)),
    ],
    'home',
  )

interface HomeFacts {
  /** The first of the active projects that the person owns. Undefined when the tracker did not answer. */
  projects?: readonly ProjectCardFacts[] | undefined
  total?: number | undefined
  /** Slack hides the email address by which the person's projects are found. */
  unknownPerson?: boolean | undefined
  notAllSeen?: boolean | undefined
  /** Undefined if the tracker doesn't know the person. */
  work?: YourDayFacts | undefined
  /** Until an admin has connected a tracker, there are no projects. */
  notConnected?: boolean | undefined
  /** Undefined for people who can't change the tracker, and where the environment names it. */
  tracker?: HomeTracker | undefined
  reasons: readonly string[]
}

export const projectsOnHome = 10

const myProjects = ({ projects, total = 0, notAllSeen, unknownPerson }: HomeFacts) => {
  if (unknownPerson === true)
    return ['Slack doesn’t share your email address with the app, so it can’t find your projects.']
  if (projects === undefined) return ['Your projects can’t be shown right now: the tracker isn’t responding.']
  return [
    total === 0 ? 'You don’t own any active projects.' : `You own ${count(total, 'active project')}.`,
    ...projects.flatMap((one) => [gap, ...projectLines(one)]),
    projects.length < total && note('The rest: /onboard projects.'),
    notAllSeen === true && note('Only the first 200 projects in the tracker were searched.'),
  ]
}

const myWork = ({ work, unknownPerson }: HomeFacts) => {
  if (unknownPerson === true || !work) return []
  return [
    heading('My work'),
    ...(isFree(work)
      ? ['Nothing is assigned to you, and nothing waits for your answer.']
      : yourDayParts(work)),
  ]
}

/** Only the blocks are published. Tests read `text`. */
export const home = (facts: HomeFacts): Message => {
  const isConnected = facts.notConnected !== true
  return message(
    buttons(
      isConnected && button(actions.homeCreate, 'New project', { style: 'primary' }),
      button(actions.homeHelp, 'Help', { label: 'Help: everything the app can do' }),
      button(actions.homePage, 'Channels and connection', { value: 'workspace' }),
    ),
    ...(isConnected ? notWorking(facts.reasons) : []),
    ...(isConnected
      ? [...myWork(facts), heading('My projects'), ...myProjects(facts)]
      : [heading('Tracker'), ...(facts.tracker ? homeTracker(facts.tracker) : homeWithoutTracker())]),
  )
}
