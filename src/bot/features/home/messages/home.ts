import type { EventName } from '../../../../contract/event.ts'
import { eventWords } from '../../../audience/messages/event-words.ts'
import { actions, type ActionName } from '../../../kit/ids.ts'
import { button, buttons } from '../../../kit/buttons.ts'
import {
  channel,
  divider,
  dotted,
  heading,
  line,
  link,
  type Message,
  messageOfMost,
  name,
  note,
  bold,
} from '../../../kit/message.ts'
import { muteMenu, unmuteButton, type MuteFacts, untilWords } from '../../../audience/messages/muted.ts'
import { homeTracker, type HomeTracker, homeWithoutTracker } from '../../connect/messages/home-tracker.ts'
import { homePeople, type HomePeople } from './home-people.ts'
import { dayText } from '../../../kit/text/mrkdwn.ts'
import { type TargetFacts, targetSpans } from '../../../audience/messages/subscribed.ts'
import { count, progress } from '../../../kit/text/words.ts'
import { pauseReason } from '../../../audience/messages/pause-reasons.ts'

const offOrOn = (action: ActionName, on: boolean, about: string) => {
  const turned = on ? 'off' : 'on'
  return buttons(
    button(action, `Turn ${turned}`, { value: turned, label: `Turn ${turned} messages about ${about}` }),
  )
}

const mentionSwitch = (mentions: boolean) => [
  mentions
    ? 'You get a direct message when a comment in the tracker mentions you.'
    : 'You don’t get a direct message when a comment in the tracker mentions you.',
  offOrOn(actions.homeMentions, mentions, 'mentions'),
]

const mineSwitch = (mine: boolean) => [
  mine
    ? line(
        'Every morning at 09:00, you get a direct message, ',
        bold('Your day'),
        ': what’s overdue, assigned to you, or waiting for your answer or your customers. If there’s nothing, you don’t get one.',
      )
    : line(
        bold('Your day'),
        ' is off: a direct message with what’s overdue, assigned to you, or waiting for your answer or your customers.',
      ),
  offOrOn(actions.homeMine, mine, 'your day'),
]

export interface HomeProject {
  name: string
  accountName?: string | undefined
  /** 0 to 100. */
  percentage?: number | undefined
  overdue?: boolean | undefined
  dueDate?: string | undefined
  url?: string | undefined
}

export interface HomeChannel {
  channel: string
  mine?: boolean | undefined
  /** Without `#`. Undefined if unknown. */
  name?: string | undefined
  mute?: MuteFacts | undefined
  subscriptions: readonly (TargetFacts & {
    events: readonly EventName[]
    pausedReason?: string | undefined
  })[]
}

interface HomeFacts {
  /** Active projects that the person owns. Undefined when the tracker did not answer. */
  projects?: readonly HomeProject[] | undefined
  /** Slack hides the email address by which the person's projects are found. */
  unknownPerson?: boolean | undefined
  notAllSeen?: boolean | undefined
  channels: readonly HomeChannel[]
  mentions: boolean
  /** A digest of one's own, every morning. */
  mine: boolean
  /** Undefined when the tracker or Slack did not answer in time. */
  people?: HomePeople | undefined
  /** Until an admin has connected a tracker, there are no projects. */
  notConnected?: boolean | undefined
  /** Undefined for people who can't change it, and where the environment names it. */
  tracker?: HomeTracker | undefined
  /** Why the bot cannot work now. Empty when it can. */
  reasons: readonly string[]
}

const most = { projects: 10, channels: 15, subscriptions: 5 } as const

const project = (facts: HomeProject) => [
  line('• ', link(facts.url, facts.name, { bold: true })),
  dotted(
    facts.accountName !== undefined && name(`   ${facts.accountName}`),
    facts.percentage !== undefined && progress(facts.percentage),
    facts.overdue === true && 'Overdue',
    facts.dueDate !== undefined && name(`Due ${dayText(facts.dueDate)}`),
  ),
]

const myProjects = ({ projects, notAllSeen, unknownPerson }: HomeFacts) => {
  if (unknownPerson === true)
    return ['Slack doesn’t share your email address with the app, so it can’t find your projects.']
  if (projects === undefined) return ['Your projects can’t be shown right now: the tracker isn’t responding.']
  const shown = projects.slice(0, most.projects)
  return [
    projects.length === 0
      ? 'You don’t own any active projects.'
      : `You own ${count(projects.length, 'active project')}.`,
    ...shown.flatMap(project),
    shown.length < projects.length && note('The rest: /onboard projects.'),
    notAllSeen === true && note('Only the first 200 projects in the tracker were searched.'),
  ]
}

/** Screen readers read each without the line above, so each names its channel. */
const controls = ({ channel: id, name: channelName, mute }: HomeChannel) => {
  const of = channelName === undefined ? '' : ` #${channelName}`
  return buttons(
    mute ? unmuteButton(id, 'Unmute', `Unmute${of}`) : muteMenu(id, `Mute${of}…`),
    button(actions.manageSubscriptions, 'Manage', {
      value: id,
      label: `Manage subscriptions${of && ` of${of}`}`,
    }),
  )
}

const received = (facts: HomeChannel) => {
  const { channel: id, subscriptions, mine, mute } = facts
  return [
    line(channel(id), mute && [', muted ', ...untilWords(mute)]),
    ...subscriptions
      .slice(0, most.subscriptions)
      .map(({ events, pausedReason, ...target }) =>
        line(
          '• ',
          targetSpans(target),
          `: ${eventWords(events)}`,
          pausedReason !== undefined && name(`; paused: ${pauseReason(pausedReason).why}`),
        ),
      ),
    subscriptions.length > most.subscriptions &&
      `   and ${subscriptions.length - most.subscriptions} more: /onboard subscriptions in the channel`,
    mine === true && controls(facts),
  ]
}

/** Only for members of at least two channels. */
const muteAll = (all: readonly HomeChannel[]) => {
  const mine = all.filter((one) => one.mine === true)
  const [isMuted, isOpen] = [mine.some(({ mute }) => mute), mine.some(({ mute }) => !mute)]
  return (
    mine.length > 1 &&
    buttons(
      isOpen && muteMenu('all', 'Mute all my channels…'),
      isMuted && unmuteButton('all', 'Unmute all my channels'),
    )
  )
}

/** Without a tracker, connecting one comes first. */
const projectsOrTracker = (facts: HomeFacts) => {
  if (facts.notConnected !== true) return [heading('My projects'), ...myProjects(facts)]
  return [heading('Tracker'), ...(facts.tracker ? homeTracker(facts.tracker) : homeWithoutTracker())]
}

const channels = (all: readonly HomeChannel[], shown: readonly HomeChannel[]) => [
  all.length === 0
    ? 'No channel is subscribed yet. In a channel, type /onboard subscribe and a project’s name.'
    : `${count(all.length, 'channel')} of this workspace ${all.length === 1 ? 'receives' : 'receive'} events.`,
  muteAll(all),
  ...shown.flatMap(received),
  shown.length < all.length && note(`${shown.length} of ${all.length} channels shown.`),
]

const health = ({ reasons }: HomeFacts) =>
  reasons.length === 0
    ? ['Slack, the tracker and the database are working.']
    : reasons.map((reason) => line(name(`Not working: ${reason}.`)))

/** Only the blocks are published. Tests read `text`. */
export const home = (facts: HomeFacts): Message =>
  messageOfMost(facts.channels, most.channels, (shown) => [
    buttons(
      facts.notConnected !== true && button(actions.homeCreate, 'New project', { style: 'primary' }),
      button(actions.homeHelp, 'Help', { label: 'Help: everything the app can do' }),
    ),
    ...projectsOrTracker(facts),
    divider,
    heading('Subscriptions'),
    ...channels(facts.channels, shown),
    divider,
    heading('Messages to you'),
    ...mentionSwitch(facts.mentions),
    ...mineSwitch(facts.mine),
    divider,
    ...(facts.people ? [heading('People'), ...homePeople(facts.people), divider] : []),
    ...(facts.tracker?.connected ? [heading('Tracker'), ...homeTracker(facts.tracker), divider] : []),
    heading('Connection'),
    ...health(facts),
  ])
