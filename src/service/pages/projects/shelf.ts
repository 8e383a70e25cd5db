import type { Comment } from '../../../contract/comment.ts'
import { commentCounts, commentsByUuid, latestComments } from '../../store/projects/comment-pages.ts'
import { findPeople } from '../../store/people/people.ts'
import { readWork, type Work } from '../../app/tree.ts'
import { commentRecords } from '../../events/comment-record.ts'
import type { Actor, Deps } from '../../deps.ts'
import type { Shelf } from './view.ts'

/** Of a task's comments on the project's page; those before them are on a page of their own. */
const commentsShown = 20

const peopleIn = ({ project, tasks, subtasks, comments }: Work, answered: readonly Comment[]) =>
  [
    project.owner_uuid,
    ...tasks.map((task) => task.assignee_uuid),
    ...subtasks.map((subtask) => subtask.answered_by),
    ...[...comments, ...answered].map((comment) => comment.created_by_uuid),
  ].filter((uuid) => uuid !== null)

/** What comments of this task answer, though it is not among them. */
export const answeredBy = async (
  deps: Deps,
  org: string,
  comments: readonly Comment[],
): Promise<Map<string, Comment>> => {
  const there = new Map(comments.map((comment) => [comment.uuid, comment]))
  const wanted = comments
    .map((comment) => comment.replied_to_comment_uuid)
    .filter((uuid): uuid is string => typeof uuid === 'string' && !there.has(uuid))
  const rows = await commentsByUuid(deps.database.sql, org, wanted)
  const found = await commentRecords(deps.database.sql, org, rows, deps)
  return new Map([...there, ...found.map((comment) => [comment.uuid, comment] as const)])
}

/** A project with everything that its page names. */
export const readShelf = async (
  deps: Deps,
  actor: Actor,
  uuid: string,
  fragment: boolean,
): Promise<Shelf> => {
  const { sql } = deps.database
  const work = await readWork(deps, actor, uuid, (sql, org, project) =>
    latestComments(sql, org, project, commentsShown),
  )
  const answered = await answeredBy(deps, actor.org, work.comments)
  const people = await findPeople(sql, actor.org, peopleIn(work, [...answered.values()]))
  return {
    work,
    names: new Map(people.map((person) => [person.uuid, person])),
    counts: await commentCounts(sql, actor.org, work.project.uuid),
    answered,
    // A refresh in place is quick where nothing changed: forms that a script sends are the same every time.
    once: fragment ? () => '' : deps.newUuid,
  }
}
