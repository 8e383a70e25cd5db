import { readWork, type Work } from '../../app/tree.ts'
import { type Actor, type Deps, scopeOf } from '../../deps.ts'
import type { Comment } from '../../../contract/comment.ts'
import { commentRecords, noteRecords } from '../../events/comments.ts'
import { isCustomer } from '../../access.ts'
import { fullName, peopleAround, peopleByUuid } from '../../store/people/people.ts'
import { commentCounts, commentsByUuid, latestComments, notesOnPage } from '../../store/projects/comments.ts'
import type { Scope } from '../../store/rows.ts'
import type { Page } from '../kit/page.ts'
import { commentView, type Place } from './comment-view.ts'
import type { ProjectData } from './view.ts'

/** Comments per task, and notes. Older ones are on separate pages. */
const mostShown = 20

const authorsOf = (comments: Iterable<Comment>): string[] =>
  Array.from(comments, ({ created_by_uuid: author }) => author)

const peopleIn = ({ project, tasks, subtasks }: Work, comments: Iterable<Comment>) => [
  project.owner_uuid,
  project.created_by,
  project.completed_by,
  project.archived_by,
  ...tasks.flatMap((task) => [task.assignee_uuid, task.created_by, task.completed_by]),
  ...subtasks.map((subtask) => subtask.answered_by),
  ...authorsOf(comments),
]

/** What pages read of comments and notes. */
export const onPages = ({ legacyIds }: Deps) => ({ legacyIds, isPlain: true })

/** These comments, and those that they reply to, by uuid. */
const answeredBy = async (deps: Deps, scope: Scope, comments: readonly Comment[]) => {
  const there = new Map(comments.map((comment) => [comment.uuid, comment]))
  const wanted = comments
    .map((comment) => comment.replied_to_comment_uuid)
    .filter((uuid): uuid is string => typeof uuid === 'string' && !there.has(uuid))
  const found = await commentRecords(scope, await commentsByUuid(scope, wanted), onPages(deps))
  return new Map([...there, ...found.map((comment) => [comment.uuid, comment] as const)])
}

/** Comments or notes as this person sees them. */
export const viewsOf = async (
  deps: Deps,
  { actor, person }: Pick<Page, 'actor' | 'person'>,
  records: readonly Comment[],
  place: Place,
) => {
  const scope = scopeOf(deps, actor)
  const answered = await answeredBy(deps, scope, records)
  const names = await peopleByUuid(scope, authorsOf(answered.values()))
  return records.map((one) => commentView(one, answered, { person, actor, names }, place))
}

/** The last notes of a project, in display order. */
export const notesView = async (deps: Deps, page: Page, projectUuid: string) => {
  const scope = scopeOf(deps, page.actor)
  const { rows, total } = await notesOnPage(scope, projectUuid, { limit: mostShown, offset: 0 })
  const records = await noteRecords(scope, rows.toReversed(), onPages(deps))
  const comments = await viewsOf(deps, page, records, { allAt: `${page.base}/${projectUuid}/notes` })
  return { comments, total, earlier: total - comments.length }
}

/** More than these make no list to choose from. */
const mostOffered = 200

/** Whom a comment may mention. To a customer, only people whom the page shows. */
export const mentionable = async (deps: Deps, { person, actor }: Page, { work, names }: ProjectData) => {
  const { project, tasks, comments } = work
  const seen = [
    project.owner_uuid,
    ...tasks.map((one) => one.assignee_uuid),
    ...comments.map((one) => one.created_by_uuid),
  ]
  const people = isCustomer(person)
    ? seen.map((uuid) => names.get(uuid ?? ''))
    : await peopleAround(scopeOf(deps, actor), project.account_uuid, mostOffered)
  const others = people.filter(
    (one) => one && one.uuid !== person.uuid && one.is_active === 1 && one.role !== 'API User',
  )
  return [...new Set(others.map((one) => (one ? fullName(one) : '')))]
}

export const readProjectData = async (deps: Deps, actor: Actor, uuid: string): Promise<ProjectData> => {
  const scope = scopeOf(deps, actor)
  const work = await readWork(deps, actor, uuid, {
    commentsOf: (own, project) => latestComments(own, project, mostShown),
    isPlain: true,
  })
  const answered = await answeredBy(deps, scope, work.comments)
  return {
    work,
    names: await peopleByUuid(scope, peopleIn(work, answered.values())),
    counts: await commentCounts(scope, work.project.uuid),
    answered,
  }
}
