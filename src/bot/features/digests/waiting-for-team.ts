import { taskLinkFor } from '../../audience/audience.ts'
import type { Answer } from '../../answers/answer.ts'
import type { BotDeps } from '../../deps/deps.ts'
import { dayText } from '../../kit/text.ts'
import { dayAt } from '../../kit/time.ts'
import { noLongerKept } from '../../store/database.ts'
import { replyDueIn, setReplyDue } from '../../store/key-values.ts'
import { taskWithProject } from '../../store/known-projects.ts'
import { settleTask } from '../../store/task-notes.ts'
import { threadUrlOf } from '../../sync/events/notify-mentioned.ts'
import { isLate, isReplyOverdue } from '../../tracker/project-in-view.ts'
import { staleButton } from '../../answers/messages/try-again.ts'
import type { Waiting } from './digest-project-facts.ts'
import { type AwaitedTask, type AwaitedTasks, noAnswerNeeded, replyDueChoices } from './messages/digests.ts'
import { lastCustomerComments } from './store/digests.ts'

interface Reader {
  readonly slackUser: string
  readonly timeZone: string
}

/** With the customer's words and where to reply. */
const awaitedTasks = async (
  deps: BotDeps,
  tasks: readonly Waiting[],
  { slackUser, timeZone }: Reader,
  isOverdue: (task: Waiting) => boolean,
): Promise<AwaitedTask[]> => {
  const { sql } = deps.database
  const comments = await lastCustomerComments(
    sql,
    tasks.map(({ uuid }) => uuid),
  )
  const today = dayAt(timeZone, deps.now())
  const awaited = async (task: Waiting): Promise<AwaitedTask> => {
    const { uuid, name, project, since, said } = task
    const { project: stored = project } = (await taskWithProject(sql, uuid)) ?? {}
    const comment = comments.get(uuid)
    const isLast = comment !== undefined && comment.at >= (said.customerLast ?? 0)
    const { authorName, text } = comment ?? { authorName: '', text: noLongerKept }
    return {
      uuid,
      name,
      projectName: project.name,
      url: taskLinkFor({ shared: false }, uuid, { internalUrl: undefined, portalUrl: undefined, ...stored }),
      since: dayText(dayAt(timeZone, since)),
      overdue: isOverdue(task),
      dueDate: isLate(task, today) ? task.dueDate : undefined,
      words: isLast && text !== noLongerKept ? { authorName, text } : undefined,
      answered: !isLast,
      threadUrl: await threadUrlOf(deps, comment?.uuid, uuid, slackUser).catch(() => undefined),
    }
  }
  return Promise.all(tasks.map(awaited))
}

/**
 * Tasks that wait for the team's reply. For the team alone. Names the first ones, and leaves out those that `isOpen`, which
 * asks the tracker, finds closed.
 */
export const waitsForUs = async (
  deps: BotDeps,
  tasks: readonly Waiting[],
  reader: Reader,
  mostNamed: number,
  isOpen: (task: Waiting) => Promise<boolean>,
): Promise<AwaitedTasks> => {
  const dueDays = await replyDueIn(deps.database.sql)
  const isOverdue = ({ since }: Waiting) => isReplyOverdue(deps, reader.timeZone, since, dueDays)
  const first = tasks.slice(0, mostNamed)
  const open = await Promise.all(first.map(isOpen))
  const shown = first.filter((_, at) => open[at])
  const left = [...shown, ...tasks.slice(mostNamed)]
  return {
    total: left.length,
    overdue: left.filter(isOverdue).length,
    named: await awaitedTasks(deps, shown, reader, isOverdue),
  }
}

/** For the whole workspace. */
export const chooseReplyDue = async ({ database: { sql } }: BotDeps, value: string): Promise<void> => {
  const days = replyDueChoices.find((choice) => String(choice) === value)
  if (days !== undefined) await setReplyDue(sql, days)
}

/** *No answer needed*. */
export const settle = async (deps: BotDeps, uuid: string): Promise<Answer> => {
  const { sql } = deps.database
  const stored = await taskWithProject(sql, uuid)
  if (!stored) return { message: staleButton() }
  await settleTask(sql, uuid, deps.now())
  return { message: noAnswerNeeded({ taskName: stored.task.name }) }
}
