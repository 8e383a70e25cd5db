import type { Here } from '../../access/actor.ts'
import { mayShow } from '../../access/audience.ts'
import { mayKnow } from '../../access/may.ts'
import type { BotDeps } from '../../deps.ts'
import { type WaitingTask, waitingTasks, waitingTasksShown } from '../../messages/digests/waiting-tasks.ts'
import { coversAny } from '../../store/channels/covers.ts'
import { subscriptionsOf } from '../../store/channels/subscriptions.ts'
import { type OpenTask, openTasks } from '../../store/channels/open-tasks.ts'
import { unanswered } from '../../store/tracker/known-comments.ts'
import type { Answer } from '../answers/answer.ts'
import { dayAt } from '../answers/wall-clock.ts'
import { isDone } from '../tracker/is-completed.ts'
import { taskInView, taskUrl } from '../tracker/task-in-view.ts'
import { projectsByState } from './report-facts.ts'
import { customerNames, waitingSince } from './waiting-on-customer.ts'

type Waiting = OpenTask & { readonly since: number }

/** What the bot has heard of, longest first. */
const waitingNow = async (deps: BotDeps): Promise<Waiting[]> => {
  const { sql } = deps.database
  const [names, asked] = await Promise.all([customerNames(deps), unanswered(sql)])
  const found = [
    ...(await openTasks(sql, 'assignee_name', [...names])),
    ...(await openTasks(sql, 'uuid', [...asked.keys()])),
  ]
  const since = waitingSince(asked, names)
  const tasks = [...new Map(found.map((task) => [task.uuid, task])).values()]
  const { over } = await projectsByState(deps)
  return tasks
    .filter(({ project }) => !over.has(project.uuid))
    .flatMap((task) => {
      const from = since(task)
      return from === undefined ? [] : [{ ...task, since: from }]
    })
    .sort((one, other) => one.since - other.since)
}

/** The channel's, if it is subscribed. */
const known = async (deps: BotDeps, actor: Here): Promise<Waiting[]> => {
  const all = await waitingNow(deps)
  const subscriptions = await subscriptionsOf(deps.database.sql, actor.place.channel)
  const here =
    subscriptions.length === 0 ? all : all.filter(({ project }) => coversAny(subscriptions, project))
  const may = await Promise.all(
    here.map(({ project, isInternal: internal }) => mayKnow(deps, actor, { project, task: { internal } })),
  )
  return here.filter(({ isInternal }, at) => may[at] === true && mayShow(actor.place, isInternal))
}

/** As the tracker has it now. Undefined if it is gone or done, or must not be shown anymore. */
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

/** `/onboard waiting`: reads what it shows from the tracker, and counts the rest. */
export const showWaiting = async (deps: BotDeps, actor: Here): Promise<Answer> => {
  const all = await known(deps, actor)
  const shown = all.slice(0, waitingTasksShown)
  const read = await Promise.all(shown.map((one) => reread(deps, actor, one)))
  const tasks = read.filter((task) => task !== undefined)
  return { message: waitingTasks({ tasks, total: all.length - shown.length + tasks.length }) }
}
