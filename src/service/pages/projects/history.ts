import { commentsOnPage } from '../../store/projects/comment-pages.ts'
import { findPeople } from '../../store/people/people.ts'
import { findProject } from '../../store/projects/projects.ts'
import { findTask } from '../../store/projects/tasks.ts'
import { maySeeProject, maySeeTask } from '../../access.ts'
import { commentRecords } from '../../events/comment-record.ts'
import { type Deps, today } from '../../deps.ts'
import { notFound } from '../../refusals.ts'
import { commentView } from './comment-view.ts'
import type { Page } from '../kit/page.ts'
import { pagesOf, wantedPage } from '../kit/paging.ts'
import { answeredBy } from './shelf.ts'

const size = 100

/** Every comment on a task, a page at a time, the newest first: to read, not to work on. */
export const historyFacts = async (
  deps: Deps,
  page: Page,
  projectUuid: string,
  { task: uuid, query }: { task: string; query: Readonly<Record<string, unknown>> },
) => {
  const { sql } = deps.database
  const { org } = page.actor
  const project = await findProject(sql, org, projectUuid, today(deps))
  if (!project || !maySeeProject(page.person, project)) throw notFound('Project')
  const task = await findTask(sql, org, uuid)
  if (!task || task.project_uuid !== project.uuid || !maySeeTask(page.person, task)) throw notFound('Task')
  const at = wantedPage(query, 'page')
  const { comments, total } = await commentsOnPage(sql, org, task.uuid, { limit: size, offset: at * size })
  const records = await commentRecords(sql, org, comments, deps)
  const answered = await answeredBy(deps, org, records)
  const people = await findPeople(
    sql,
    org,
    [...records, ...answered.values()].map((one) => one.created_by_uuid),
  )
  const names = new Map(people.map((person) => [person.uuid, person]))
  const base = `${page.base}/${project.uuid}`
  return {
    title: `Comments on ${task.name}`,
    task: task.name,
    project: project.name,
    back: `${base}${page.query}#task-${task.uuid}`,
    path: `${base}/comments/${task.uuid}`,
    comments: records.map((one) =>
      commentView(one, (answer) => answered.get(answer), { person: page.person, names }),
    ),
    pages: pagesOf(query, 'page', { page: at, size, total }),
  }
}
