import { actions } from '../../../kit/ids.ts'
import { button, buttons } from '../../../kit/buttons.ts'
import { gap, heading, type Message, message, note } from '../../../kit/message.ts'
import { homeTracker, type HomeTracker, homeWithoutTracker } from '../../connect/messages/home-tracker.ts'
import { type YourDayFacts, yourDayParts } from '../../digests/messages/your-day.ts'
import { type ProjectCardFacts, projectLines } from '../../../kit/cards/project-card.ts'
import { count } from '../../../kit/text/words.ts'
import { health } from './home-workspace.ts'

interface HomeFacts {
  /** The first of the active projects that the person owns. Undefined when the tracker did not answer. */
  projects?: readonly ProjectCardFacts[] | undefined
  /** How many these are. */
  total?: number | undefined
  /** Slack hides the email address by which the person's projects are found. */
  unknownPerson?: boolean | undefined
  notAllSeen?: boolean | undefined
  /** The person's tasks, and what waits on them. Undefined if the tracker doesn't know the person. */
  work?: YourDayFacts | undefined
  /** Until an admin has connected a tracker, there are no projects. */
  notConnected?: boolean | undefined
  /** Undefined for people who can't change it, and where the environment names it. */
  tracker?: HomeTracker | undefined
  /** Why the bot cannot work now. Empty when it can. */
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

const isNothing = ({ overdue, assigned, mentioned, waiting }: YourDayFacts): boolean =>
  overdue.total + assigned.total + mentioned.total + waiting.length === 0

const myWork = ({ work, unknownPerson }: HomeFacts) => {
  if (unknownPerson === true || !work) return []
  return [
    heading('My work'),
    ...(isNothing(work)
      ? ['Nothing is assigned to you, and nothing waits for your answer.']
      : yourDayParts(work)),
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
