import { taskUrl } from '../../tracker/views.ts'
import { type Subcommand, withoutWords, type Answer } from '../../answers/answer.ts'
import { type Here, mayKnow } from '../../audience/actor.ts'
import { mayShow } from '../../audience/audience.ts'
import type { BotDeps } from '../../deps/deps.ts'
import { type WaitingTask, waitingTasks, waitingTasksShown } from './messages/digests.ts'
import { knowsAllTasks } from '../../store/known-projects.ts'
import { subscriptionsOf, coversAny } from '../../store/subscriptions.ts'
import { dayAt } from '../../kit/time.ts'
import { waitsForUs } from './waiting-for-team.ts'
import { isDone } from '../../tracker/tracker-says.ts'
import { taskInView } from '../../tracker/task-in-view.ts'
import { projectsByState, type Waiting, waitingNow } from './digest-project-facts.ts'

/** The channel's tasks if it is subscribed, else all. Only those that may be shown to this person here. */
const waitingHere = async (deps: BotDeps, actor: Here): Promise<Waiting[]> => {
  const { over } = await projectsByState(deps)
  const all = await waitingNow(deps, over)
  const subscriptions = await subscriptionsOf(deps.database.sql, actor.place.channel)
  const here =
    subscriptions.length === 0 ? all : all.filter(({ project }) => coversAny(subscriptions, project))
  const may = await Promise.all(
    here.map(({ project, isInternal: internal }) => mayKnow(deps, actor, { project, task: { internal } })),
  )
  return here.filter(({ isInternal }, at) => may[at] === true && mayShow(actor.place, isInternal))
}

/** The task as the tracker has it now. Undefined if it is gone or done, or must not be shown anymore. */
const reread = async (deps: BotDeps, actor: Here, waiting: Waiting): Promise<WaitingTask | undefined> => {
  const view = await taskInView(deps, waiting.uuid, waiting.project.uuid)
  if (!view || view.task.is_archived === true || isDone(view.task.status) === true) return undefined
  if (!mayShow(actor.place, view.internal)) return undefined
  const { project, internal } = view
  if (!(await mayKnow(deps, actor, { project, task: { internal } }))) return undefined
  return {
    name: view.task.name,
    url: taskUrl(view, actor.place),
    projectName: project.name,
    assigneeName: view.task.assignee_name ?? undefined,
    sinceDay: dayAt('UTC', waiting.since),
  }
}

/** Undefined where outsiders read: they don't read whom the team keeps waiting. */
const forTeamOf = async (deps: BotDeps, actor: Here, all: readonly Waiting[]) => {
  const { user: slackUser, place } = actor
  if (place.shared) return undefined
  const isOpen = async (one: Waiting) => (await reread(deps, actor, one)) !== undefined
  const found = await waitsForUs(
    deps,
    all,
    { slackUser, timeZone: place.timeZone },
    waitingTasksShown,
    isOpen,
  )
  const assignees = new Map(all.map(({ uuid, assigneeName }) => [uuid, assigneeName]))
  return { ...found, named: found.named.map((task) => ({ ...task, assigneeName: assignees.get(task.uuid) })) }
}

const showWaiting = async (deps: BotDeps, actor: Here): Promise<Answer> => {
  const both = await waitingHere(deps, actor)
  const all = both.filter(({ whose }) => whose === 'customer')
  const shown = all.slice(0, waitingTasksShown)
  const read = await Promise.all(shown.map((one) => reread(deps, actor, one)))
  const tasks = read.filter((task) => task !== undefined)
  const knowsAll = await knowsAllTasks(deps.database.sql)
  const forTeam = await forTeamOf(
    deps,
    actor,
    both.filter(({ whose }) => whose === 'team'),
  )
  return {
    message: waitingTasks({ forTeam, tasks, total: all.length - shown.length + tasks.length, knowsAll }),
  }
}

const waiting: Subcommand<object> = {
  name: 'waiting',
  summary:
    'Lists the tasks that wait for your team, then those that wait on customers, longest first. Outside a subscribed channel, covers all projects.',
  usage: 'waiting',
  isFor: 'channels',
  examples: ['waiting'],
  right: 'ask here',
  parse: withoutWords,
  run: showWaiting,
}

export const digestCommands = { waiting }
