import { ApiProblem } from '../../../contract/problem.ts'
import { ifSet } from '../../../contract/text.ts'
import type { EventOf } from '../../../contract/event.ts'
import { portalProjectCompletedSchema, type ProjectCompletedFacts } from '../messages/project.ts'
import { madeChannel } from '../../store/made-channels.ts'
import type { BotDeps } from '../../deps/deps.ts'
import { audience, type Route, mayShow } from '../../audience/audience.ts'
import { type Decision, handled, type WantedPost, unverified } from '../posts/decision.ts'
import { saidCompleted } from '../posts/reopened.ts'
import { changeOf, channelsOf, projectCardUpdates } from '../posts/project-card-updates.ts'
import { isCompleted } from '../../tracker/tracker-says.ts'
import { projectInView } from '../../tracker/listed-projects.ts'
import { listTasksOf } from '../../tracker/listed-tasks.ts'
import type { ProjectInView } from '../../tracker/project-in-view.ts'
import { completionsIn } from '../store/past-posts.ts'
import { type KnownTask, tasksOf } from '../../store/known-projects.ts'
import { taskCompletedSchema } from '../messages/task.ts'
import { answerText } from '../../kit/text.ts'
import { readFacts } from '../kinds/kind.ts'
import { memberFor, everybody, ifPerson, isContactOf, nameOf, peopleOf } from '../../tracker/people.ts'
import { openTaskNow } from '../../tracker/task-in-view.ts'

const dayOf = (date: string | null | undefined) => date?.slice(0, 10) || undefined

/** Facts that only the event has. Shown only after the tracker confirms the completion. */
interface Completion {
  completedBy?: string | undefined
  completedDate?: string | undefined
}

/** Name, account, dates and state come from the tracker, not from the event. */
const completedFacts = (view: ProjectInView, fromEvent: Completion): ProjectCompletedFacts => ({
  uuid: view.uuid,
  name: view.item.name,
  accountName: ifSet(view.accountName),
  completedBy: fromEvent.completedBy,
  startDate: dayOf(view.item.start_date),
  dueDate: dayOf(view.item.due_date),
  completedDate: dayOf(view.item.completed_date) ?? fromEvent.completedDate,
  portalUrl: view.portalUrl,
})

export const announcementOf = async (deps: BotDeps, view: ProjectInView, fromEvent: Completion) => {
  const outcome = await outcomeFor(deps, view, fromEvent.completedBy)
  const made = await madeChannel(deps.database.sql, view.uuid)
  const facts = completedFacts(view, fromEvent)
  return async (route: Route): Promise<ProjectCompletedFacts> => {
    const { openItems, ...visible } = await outcome(route)
    if (route.shared) return portalProjectCompletedSchema.parse({ ...facts, visible })
    return {
      ...facts,
      ...visible,
      openItems,
      percentage: view.item.percentage ?? undefined,
      url: view.internalUrl,
      ...(route.channel === made?.channel && { ownChannel: true as const }),
    }
  }
}

const completionOf = async (
  deps: BotDeps,
  { payload: { project }, modifiedBy, timestamp }: EventOf<'project_completed'>,
) => ({
  completedBy: await ifPerson(deps, project.completed_by_name || modifiedBy?.full_name || undefined),
  completedDate: dayOf(project.completed_date) ?? dayOf(timestamp),
})

/** Posts a channel message and updates the card. A second completion, or one that the daily check announced, changes that message. */
const onProjectCompleted = async (deps: BotDeps, event: EventOf<'project_completed'>): Promise<Decision> => {
  const view = await projectInView(deps, event.objectUuid, event.payload.project)
  if (!view) return unverified('the tracker has no such project')
  if (!isCompleted(view)) return unverified('the project is not completed')
  const channels = await channelsOf(deps, view)
  const routes = await audience(deps, channels, event.name, false)
  const announcements: WantedPost[] = []
  if (routes.length > 0) {
    const factsFor = await announcementOf(deps, view, await completionOf(deps, event))
    for (const route of routes) {
      const { channel } = route
      const before = await saidCompleted(deps, channel, 'project_completed', view.uuid)
      announcements.push({
        channel,
        kind: 'project_completed',
        objectUuid: before?.object_uuid ?? `${view.uuid}@${event.occurrence}`,
        facts: await factsFor(route),
        ...(before && { change: true as const }),
      })
    }
  }
  const cards = await projectCardUpdates(deps, view, channels, changeOf(event), true)
  return handled([...announcements, ...cards], { policies: channels })
}

/** How many open tasks are read again. The others are taken as they are stored. */
const mostReads = 12

/** A stored task as the tracker has it now. Undefined if it is not open any more. */
const stillOpen = async (deps: BotDeps, task: KnownTask): Promise<KnownTask | undefined> => {
  const current = await openTaskNow(deps, task.uuid)
  if (!current) return undefined
  const { name, is_internal: isInternal, assignee_name: assignee = task.assigneeName } = current
  return { ...task, name, isInternal: isInternal ?? task.isInternal, assigneeName: assignee || undefined }
}

/** Whether the stored tasks are all that the project has, as the tracker lists them now. An outage delays no announcement. */
const isListedNow = async (deps: BotDeps, projectUuid: string): Promise<boolean> => {
  try {
    return (await listTasksOf(deps, projectUuid))?.whole === true
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error
    return false
  }
}

/** Only tasks that are known to be open. Others may be done. `of`: how many there are, if the tracker lists them. */
const openTasks = async (deps: BotDeps, projectUuid: string): Promise<{ open: KnownTask[]; of?: number }> => {
  const isListed = await isListedNow(deps, projectUuid)
  const all = await tasksOf(deps.database.sql, projectUuid)
  const open = all.filter(({ completed }) => completed === false)
  if (isListed) return { open, of: all.length }
  const read = await Promise.all(open.slice(0, mostReads).map((task) => stillOpen(deps, task)))
  return { open: [...read.filter((task) => task !== undefined), ...open.slice(mostReads)] }
}

/** A message whose text was cleared has no answers. */
const answersSchema = taskCompletedSchema.pick({ answers: true })

/** Form answers of the channel's posts, also of those left out, as far as its readers may know them. In the order of completion. */
const answersIn = async (deps: BotDeps, projectUuid: string, route: Route) => {
  const rows = await completionsIn(deps.database.sql, route.channel, projectUuid)
  // The channel may be shared since, or the task internal.
  const visible = rows.filter(({ isInternal }) => mayShow(route, isInternal))
  return visible.flatMap((row) => {
    const { answers = [] } = readFacts(answersSchema, row)
    return answers
      .map(({ name, answer }) => ({ name, answer: answerText(answer) }))
      .filter(({ answer }) => answer !== 'no answer')
  })
}

const mostThanked = 8

/** Slack members who worked on the project, with their names in the tracker. Nobody if Slack or the tracker fails. */
const workedOn = async (deps: BotDeps, view: ProjectInView, completedBy: string | undefined) => {
  const tasks = await tasksOf(deps.database.sql, view.uuid)
  const owners = [view.item.project_owner?.full_name, completedBy]
  const namesIn = (some: readonly KnownTask[]) => new Set([...owners, ...some.map((one) => one.assigneeName)])
  const visible = namesIn(tasks.filter(({ isInternal }) => mayShow({ shared: true }, isInternal)))
  const names = namesIn(tasks)
  try {
    const people = (await everybody(deps)).filter((user) => names.has(nameOf(user)))
    const members = await Promise.all(people.map((user) => memberFor(deps, user)))
    return people.flatMap((user, at) => {
      const member = members[at]
      const name = nameOf(user)
      return member ? [{ name, member: member.id, isVisible: visible.has(name) }] : []
    })
  } catch (error) {
    deps.log.debug({ reason: (error as Error).message }, 'nobody is thanked for a project')
    return []
  }
}

/** The account's people who did its visible tasks, or had them. For the customer's own channels. */
const customersOn = async (deps: BotDeps, view: ProjectInView): Promise<string[]> => {
  const tasks = await tasksOf(deps.database.sql, view.uuid)
  const done = tasks.filter(
    ({ completed, isInternal }) => completed === true && mayShow({ shared: true }, isInternal),
  )
  const names = new Set(done.flatMap(({ doneBy, assigneeName }) => [doneBy, assigneeName]))
  const people = await peopleOf(deps, true).catch(() => [])
  return people
    .filter((user) => names.has(nameOf(user)) && isContactOf(user, view.accountName ?? ''))
    .map(nameOf)
}

type Outcome = Pick<ProjectCompletedFacts, 'openItems' | 'answers' | 'thanked'>

const answersNamed = 3

const tasksNamed = 5

/** Open tasks, form answers and people to thank, as far as a channel may know. Asks the tracker once for all channels. */
const outcomeFor = async (
  deps: BotDeps,
  view: ProjectInView,
  completedBy: string | undefined,
): Promise<(route: Route) => Promise<Outcome>> => {
  const { open, of } = await openTasks(deps, view.uuid)
  const people = await workedOn(deps, view, completedBy)
  const customers = await customersOn(deps, view)
  return async (route) => {
    const shown = open.filter(({ isInternal }) => mayShow(route, isInternal))
    const answers = await answersIn(deps, view.uuid, route)
    const present = await Promise.all(
      people.map(({ member }) => deps.slack.isIn(route.channel, member).catch(() => false)),
    )
    // Only the tracker knows that nothing is open: the app may not have seen every task.
    const isOpenKnown = shown.length > 0 || (open.length === 0 && view.item.percentage === 100)
    const named = shown
      .slice(0, tasksNamed)
      .map(({ name, assigneeName }) => ({ name, assignee: assigneeName }))
    return {
      openItems: isOpenKnown ? { total: shown.length, of, named } : undefined,
      answers: { total: answers.length, first: answers.slice(0, answersNamed) },
      thanked: [
        ...(route.shared ? customers : []),
        ...people
          .filter(({ isVisible }, at) => present[at] && (isVisible || !route.shared))
          .map(({ name }) => name),
      ].slice(0, mostThanked),
    }
  }
}

export const completionHandlers = { project_completed: onProjectCompleted }
