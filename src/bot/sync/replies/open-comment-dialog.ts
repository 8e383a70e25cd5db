import { knownProject } from '../../store/known/known-projects.ts'
import { knownTask } from '../../store/known/known-tasks.ts'
import { taskReference } from '../../answers/commands/parse/reference.ts'
import { commentDialog } from './messages/comment-dialog.ts'
import { readersOfTask } from '../../kit/cards/comment-readers.ts'
import { taskNotShared, threadOfDeletedTask } from './messages/not-taken.ts'
import type { Here } from '../../audience/actor.ts'
import { mayKnowTask } from '../../audience/may.ts'
import type { OnPress } from '../../answers/answer.ts'
import { StaleValue } from '../../kit/stale-value.ts'

/** *Comment*. Opens from stored facts: a trigger expires in three seconds, and the tracker may be slower. */
export const openCommentDialog: OnPress<Here> = async (deps, actor, press) => {
  const { value: taskUuid, threadTs } = press
  const { channel } = actor.place
  if (taskReference(taskUuid)?.by !== 'uuid') throw new StaleValue('names no task')
  if (!(await mayKnowTask(deps, actor, taskUuid))) return { message: taskNotShared() }
  const task = await knownTask(deps.database.sql, taskUuid)
  if (task?.deletedAt !== undefined) return { message: threadOfDeletedTask({ taskName: task.name }) }
  const project = task && (await knownProject(deps.database.sql, task.projectUuid))
  const { name: taskName = 'this task' } = task ?? {}
  const readers = readersOfTask(task?.isInternal)
  await deps.slack.openView(
    press.triggerId,
    commentDialog({ taskUuid, channel, threadTs, taskName, readers, accountName: project?.accountName }),
  )
  return undefined
}
