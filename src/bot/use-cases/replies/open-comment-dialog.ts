import { knownProject } from '../../store/tracker/known-projects.ts'
import { knownTask } from '../../store/tracker/known-tasks.ts'
import { taskReference } from '../../commands/parse/reference.ts'
import { commentDialog } from '../../messages/replies/comment-dialog.ts'
import { readersOfTask } from '../../messages/replies/comment-readers.ts'
import { taskNotShared, threadOfDeletedTask } from '../../messages/replies/not-taken.ts'
import type { Here } from '../../access/actor.ts'
import { mayKnowTask } from '../../access/may.ts'
import type { OnPress } from '../answers/answer.ts'
import { StaleValue } from '../answers/stale-value.ts'

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
