import { readWork, type Work } from '../../app/tree.ts'
import type { Acting } from '../../deps.ts'
import type { Comment } from '../../../contract/comment.ts'
import { writtenRecords } from '../../events/comments.ts'
import { isCustomer } from '../../access.ts'
import { fullName, peopleAround, peopleByUuid } from '../../store/people/people.ts'
import { commentCounts, commentsByUuid, notesOnPage } from '../../store/projects/comments.ts'
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

/** These comments, and those that they reply to, by uuid. */
const answeredBy = async (acting: Acting, comments: readonly Comment[]) => {
  const there = new Map(comments.map((comment) => [comment.uuid, comment]))
  const wanted = comments
    .map((comment) => comment.replied_to_comment_uuid)
    .filter((uuid): uuid is string => typeof uuid === 'string' && !there.has(uuid))
  const found = await writtenRecords(acting, await commentsByUuid(acting, wanted), true)
  return new Map([...there, ...found.map((comment) => [comment.uuid, comment] as const)])
}

export const viewsOf = async ({ acting, person }: Page, records: readonly Comment[], place: Place) => {
  const answered = await answeredBy(acting, records)
  const names = await peopleByUuid(acting, authorsOf(answered.values()))
  return records.map((one) => commentView(one, answered, { person, names }, place))
}

export const notesView = async (page: Page, projectUuid: string) => {
  const { rows, total } = await notesOnPage(page.acting, projectUuid, { limit: mostShown, offset: 0 })
  const records = await writtenRecords(page.acting, rows.toReversed(), true)
  const comments = await viewsOf(page, records, { allAt: `${page.base}/${projectUuid}/notes` })
  return { comments, total, earlier: total - comments.length }
}

/** More than these make no list to choose from. */
const mostOffered = 200

/** Whom a comment may mention. To a customer, only people whom the page shows. */
export const mentionable = async ({ person, acting }: Page, { work, names }: ProjectData) => {
  const { project, tasks, comments } = work
  const seen = [
    project.owner_uuid,
    ...tasks.map((one) => one.assignee_uuid),
    ...comments.map((one) => one.created_by_uuid),
  ]
  const people = isCustomer(person)
    ? seen.map((uuid) => names.get(uuid ?? ''))
    : await peopleAround(acting, project.account_uuid, mostOffered)
  const others = people.filter(
    (one) => one && one.uuid !== person.uuid && one.is_active === 1 && one.role !== 'API User',
  )
  return [...new Set(others.map((one) => (one ? fullName(one) : '')))]
}

export const readProjectData = async (acting: Acting, uuid: string): Promise<ProjectData> => {
  const work = await readWork(acting, uuid, mostShown)
  const answered = await answeredBy(acting, work.comments)
  return {
    work,
    names: await peopleByUuid(acting, peopleIn(work, answered.values())),
    counts: await commentCounts(acting, work.project.uuid),
    answered,
  }
}
