import type { Comment } from '../../../contract/comment.ts'
import { readWork, type Work } from '../../app/tree.ts'
import { type Actor, type Deps, scopeOf } from '../../deps.ts'
import { commentRecords } from '../../events/comments.ts'
import { peopleByUuid } from '../../store/people/people.ts'
import { commentCounts, commentsByUuid, latestComments } from '../../store/projects/comments.ts'
import type { Scope } from '../../store/rows.ts'
import type { Shelf } from './view.ts'

/** Of a task's comments on the project's page; those before them are on a page of their own. */
const commentsShown = 20

const peopleIn = ({ project, tasks, subtasks }: Work, comments: Iterable<Comment>) => [
  project.owner_uuid,
  ...tasks.map((task) => task.assignee_uuid),
  ...subtasks.map((subtask) => subtask.answered_by),
  ...Array.from(comments, (comment) => comment.created_by_uuid),
]

/** These comments, and what they answer though it is not among them. */
export const answeredBy = async (deps: Deps, scope: Scope, comments: readonly Comment[]) => {
  const there = new Map(comments.map((comment) => [comment.uuid, comment]))
  const wanted = comments
    .map((comment) => comment.replied_to_comment_uuid)
    .filter((uuid): uuid is string => typeof uuid === 'string' && !there.has(uuid))
  const found = await commentRecords(scope, await commentsByUuid(scope, wanted), deps)
  return new Map([...there, ...found.map((comment) => [comment.uuid, comment] as const)])
}

/** A project with everything that its page names. */
export const readShelf = async (
  deps: Deps,
  actor: Actor,
  uuid: string,
  fragment: boolean,
): Promise<Shelf> => {
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
    // A refresh in place is quick where nothing changed: forms that a script sends are the same every time.
    once: fragment ? () => '' : deps.newUuid,
  }
}
