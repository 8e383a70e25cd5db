import { actions } from '../../../kit/ids.ts'
import { button, buttons } from '../../../kit/buttons.ts'
import { dotted, heading, line, link, type Message, message, name, note } from '../../../kit/message.ts'
import { homeTracker, type HomeTracker, homeWithoutTracker } from '../../connect/messages/home-tracker.ts'
import { type MineFacts, mineParts } from '../../digests/messages/mine.ts'
import { overdueWords } from '../../../kit/cards/project-card.ts'
import { dayText } from '../../../kit/text/mrkdwn.ts'
import { count, progress } from '../../../kit/text/words.ts'
import { health } from './home-workspace.ts'

export interface HomeProject {
  name: string
  accountName?: string | undefined
  /** 0 to 100. */
  percentage?: number | undefined
  overdue?: boolean | undefined
  dueDate?: string | undefined
  url?: string | undefined
}

interface HomeFacts {
  /** Active projects that the person owns. Undefined when the tracker did not answer. */
  projects?: readonly HomeProject[] | undefined
  /** Slack hides the email address by which the person's projects are found. */
  unknownPerson?: boolean | undefined
  notAllSeen?: boolean | undefined
  /** The person's tasks, and what waits on them. Undefined if the tracker doesn't know the person. */
  work?: MineFacts | undefined
  /** YYYY-MM-DD, where the person is. */
  today?: string | undefined
  /** Until an admin has connected a tracker, there are no projects. */
  notConnected?: boolean | undefined
  /** Undefined for people who can't change it, and where the environment names it. */
  tracker?: HomeTracker | undefined
  /** Why the bot cannot work now. Empty when it can. */
  reasons: readonly string[]
}

const projectsShown = 10

const project = (facts: HomeProject, today: string | undefined) => [
  line('• ', link(facts.url, facts.name, { bold: true })),
  dotted(
    facts.accountName !== undefined && name(`   ${facts.accountName}`),
    facts.percentage !== undefined && progress(facts.percentage),
    overdueWords({ ...facts, today }),
    facts.dueDate !== undefined && name(`Due ${dayText(facts.dueDate)}`),
  ),
]

const myProjects = ({ projects, notAllSeen, unknownPerson, today }: HomeFacts) => {
  if (unknownPerson === true)
    return ['Slack doesn’t share your email address with the app, so it can’t find your projects.']
  if (projects === undefined) return ['Your projects can’t be shown right now: the tracker isn’t responding.']
  const shown = projects.slice(0, projectsShown)
  return [
    projects.length === 0
      ? 'You don’t own any active projects.'
      : `You own ${count(projects.length, 'active project')}.`,
    ...shown.flatMap((one) => project(one, today)),
    shown.length < projects.length && note('The rest: /onboard projects.'),
    notAllSeen === true && note('Only the first 200 projects in the tracker were searched.'),
  ]
}

const isNothing = ({ overdue, assigned, mentioned, waiting }: MineFacts): boolean =>
  overdue.total + assigned.total + mentioned.total + waiting.length === 0

const myWork = ({ work, unknownPerson }: HomeFacts) => {
  if (unknownPerson === true || !work) return []
  return [
    heading('My work'),
    ...(isNothing(work)
      ? ['Nothing is assigned to you, and nothing waits for your answer.']
      : mineParts(work)),
    note('Of the tasks that the app has seen in events.'),
  ]
}

/** The person's own work. Only the blocks are published. Tests read `text`. */
export const home = (facts: HomeFacts): Message => {
  const isConnected = facts.notConnected !== true
  return message(
    buttons(
      isConnected && button(actions.homeCreate, 'New project', { style: 'primary' }),
      button(actions.homeHelp, 'Help', { label: 'Help: everything the app can do' }),
      button(actions.homePage, 'Channels and connection', { value: 'workspace' }),
    ),
    ...(isConnected ? health(facts.reasons) : []),
    ...(isConnected
      ? [...myWork(facts), heading('My projects'), ...myProjects(facts)]
      : [heading('Tracker'), ...(facts.tracker ? homeTracker(facts.tracker) : homeWithoutTracker())]),
  )
}
