import { knownProject } from '../../store/known-projects.ts'
import { knownTask } from '../../store/known-tasks.ts'
import { taskReference } from '../../answers/reference.ts'
import { commentDialog } from './messages/comment-dialog.ts'
import { readersOfTask } from '../../kit/cards/comment-readers.ts'
import { taskNotShared, threadOfDeletedTask } from './messages/not-taken.ts'
import { type Here, mayKnowTask } from '../../audience/actor.ts'
import type { BotDeps } from '../../deps/deps.ts'
import type { Answer, Press } from '../../answers/answer.ts'
import { StaleValue } from '../../kit/stale-value.ts'

/** *Comment*. Opens from stored facts: a trigger expires in three seconds, and the tracker may be slower. */
export const openCommentDialog = async (
  deps: BotDeps,
  actor: Here,
  { value: taskUuid, threadTs, triggerId }: Pick<Press, 'value' | 'threadTs' | 'triggerId'>,
): Promise<Answer | undefined> => {
  const { channel } = actor.place
  if (taskReference(taskUuid)?.by !== 'uuid') throw new StaleValue('names no task')
  if (!(await mayKnowTask(deps, actor, taskUuid))) return { message: taskNotShared() }
  const task = await knownTask(deps.database.sql, taskUuid)
  if (task?.deletedAt !== undefined) return { message: threadOfDeletedTask({ taskName: task.name }) }
  const project = task && (await knownProject(deps.database.sql, task.projectUuid))
  const chosen = {
    choice: { value: taskUuid, text: task?.name ?? 'this task' },
    readers: readersOfTask(task?.isInternal),
    accountName: project?.accountName,
  }
  await deps.slack.openView(triggerId, commentDialog({ taskUuid, channel, threadTs, chosen }))
  return undefined
}
