import { maySeeProject, maySeeTask } from '../../access.ts'
import { type Deps, scopeOf, today } from '../../deps.ts'
import { commentRecords } from '../../events/comments.ts'
import { notFound } from '../../refusals.ts'
import { peopleByUuid } from '../../store/people/people.ts'
import { commentsOnPage } from '../../store/projects/comments.ts'
import { findProject } from '../../store/projects/projects.ts'
import { findRow } from '../../store/rows.ts'
import type { Page } from '../kit/page.ts'
import { pagesOf, wantedPage } from '../kit/paging.ts'
import type { Form } from '../kit/request.ts'
import { commentView } from './comment-view.ts'
import { answeredBy } from './project-data.ts'

const size = 100

/** All comments on a task, newest first, in pages. */
export const historyFacts = async (
  deps: Deps,
  page: Page,
  projectUuid: string,
  { task: uuid, query }: { task: string; query: Form },
) => {
  const scope = scopeOf(deps, page.actor)
  const project = await findProject(scope, projectUuid, today(deps))
  if (!project || !maySeeProject(page.person, project)) throw notFound('Project')
  const task = await findRow(scope, 'task', uuid)
  if (!task || task.project_uuid !== project.uuid || !maySeeTask(page.person, task)) throw notFound('Task')
  const at = wantedPage(query, 'page')
  const { comments, total } = await commentsOnPage(scope, task.uuid, { limit: size, offset: at * size })
  const records = await commentRecords(scope, comments, deps)
  const answered = await answeredBy(deps, scope, records)
  const authors = [...records, ...answered.values()].map((one) => one.created_by_uuid)
  const names = await peopleByUuid(scope, authors)
  const base = `${page.base}/${project.uuid}`
  return {
    title: `Comments on ${task.name}`,
    task: task.name,
    project: project.name,
    back: `${base}${page.query}#task-${task.uuid}`,
    path: `${base}/comments/${task.uuid}`,
    comments: records.map((one) => commentView(one, answered, { person: page.person, names })),
    pages: pagesOf(query, 'page', { page: at, size, total }),
  }
}
