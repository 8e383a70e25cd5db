import type { Comment } from '../../../contract/comment.ts'
import { readWork, type Work } from '../../app/tree.ts'
import { type Actor, type Deps, scopeOf } from '../../deps.ts'
import { commentRecords } from '../../events/comments.ts'
import { peopleByUuid } from '../../store/people/people.ts'
import { commentCounts, commentsByUuid, latestComments } from '../../store/projects/comments.ts'
import type { Scope } from '../../store/rows.ts'
import type { ProjectData } from './view.ts'

/** Per task. Older comments are on a separate page. */
const commentsShown = 20

const peopleIn = ({ project, tasks, subtasks }: Work, comments: Iterable<Comment>) => [
  project.owner_uuid,
  ...tasks.map((task) => task.assignee_uuid),
  ...subtasks.map((subtask) => subtask.answered_by),
  ...Array.from(comments, (comment) => comment.created_by_uuid),
]

/** These comments, and those that they reply to, by uuid. */
export const answeredBy = async (deps: Deps, scope: Scope, comments: readonly Comment[]) => {
  const there = new Map(comments.map((comment) => [comment.uuid, comment]))
  const wanted = comments
    .map((comment) => comment.replied_to_comment_uuid)
    .filter((uuid): uuid is string => typeof uuid === 'string' && !there.has(uuid))
  const found = await commentRecords(scope, await commentsByUuid(scope, wanted), deps)
  return new Map([...there, ...found.map((comment) => [comment.uuid, comment] as const)])
}

export const readProjectData = async (
  deps: Deps,
  actor: Actor,
  uuid: string,
  fragment: boolean,
): Promise<ProjectData> => {
  const scope = scopeOf(deps, actor)
  const work = await readWork(deps, actor, uuid, (own, project) =>
    latestComments(own, project, commentsShown),
  )
  const answered = await answeredBy(deps, scope, work.comments)
  return {
    work,
    names: await peopleByUuid(scope, peopleIn(work, answered.values())),
    counts: await commentCounts(scope, work.project.uuid),
    answered,
    // htmx submits a form only once. Without new uuids an unchanged page stays the same and refreshes quickly.
    once: fragment ? () => '' : deps.newUuid,
  }
}
