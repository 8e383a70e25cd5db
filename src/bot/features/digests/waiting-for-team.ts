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
import { type AwaitedTask, noAnswerNeeded, replyDueChoices } from './messages/digests.ts'
import { lastCustomerComments } from './store/digests.ts'

interface Reader {
  readonly slackUser: string
  readonly timeZone: string
}

/** Tasks that wait for the team's reply, with the customer's words and where to reply. For the team alone. */
export const awaitedTasks = async (
  deps: BotDeps,
  tasks: readonly Waiting[],
  { slackUser, timeZone }: Reader,
): Promise<AwaitedTask[]> => {
  const { sql } = deps.database
  const comments = await lastCustomerComments(
    sql,
    tasks.map(({ uuid }) => uuid),
  )
  const dueDays = await replyDueIn(sql)
  const today = dayAt(timeZone, deps.now())
  const awaited = async ({ uuid, name, project, since, said, ...task }: Waiting): Promise<AwaitedTask> => {
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
      overdue: isReplyOverdue(deps, timeZone, since, dueDays),
      dueDate: isLate(task, today) ? task.dueDate : undefined,
      words: isLast && text !== noLongerKept ? { authorName, text } : undefined,
      answered: !isLast,
      threadUrl: await threadUrlOf(deps, comment?.uuid, uuid, slackUser).catch(() => undefined),
    }
  }
  return Promise.all(tasks.map(awaited))
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
