import { isoTime } from '../../contract/dates.ts'
import { newestComment } from '../store/known-comments.ts'
import type { KnownTask } from '../store/known-tasks.ts'
import type { ProjectCardFacts } from '../kit/cards/project-card.ts'
import type { BotDeps } from '../deps/deps.ts'
import { ifPerson } from './people.ts'

type Activity = Omit<NonNullable<ProjectCardFacts['activity']>, 'task'> & { task: KnownTask }

/** The newest comment or completed task among these tasks, of those that the app heard of. */
export const lastActivity = async (
  deps: BotDeps,
  tasks: readonly KnownTask[],
): Promise<Activity | undefined> => {
  const uuids = tasks.map(({ uuid }) => uuid)
  const comment = await newestComment(deps.database.sql, uuids)
  const [done] = tasks
    .flatMap((task) => (task.doneAt === undefined ? [] : [{ task, at: task.doneAt }]))
    .sort((one, other) => other.at - one.at)
  if (done && done.at >= (comment?.at ?? 0)) {
    const by = await ifPerson(deps, done.task.doneBy)
    return { did: 'completed', by, at: isoTime(done.at), task: done.task }
  }
  const task = comment && tasks.find(({ uuid }) => uuid === comment.taskUuid)
  return task && { did: 'commented', by: comment.authorName || undefined, at: isoTime(comment.at), task }
}
