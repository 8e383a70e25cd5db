import { maySeeNotes, maySeeProject, maySeeTask } from '../../access.ts'
import { type Deps, scopeOf, today } from '../../deps.ts'
import { commentRecords, noteRecords } from '../../events/comments.ts'
import { notFound } from '../../refusals.ts'
import { commentsOnPage, notesOnPage } from '../../store/projects/comments.ts'
import { findProject } from '../../store/projects/projects.ts'
import { findRow } from '../../store/rows.ts'
import type { Page } from '../kit/page.ts'
import { pagesOf, wantedPage } from '../kit/paging.ts'
import { refusalFacts } from '../kit/refused.ts'
import { type Form, textIn } from '../kit/request.ts'
import { onPages, viewsOf } from './project-data.ts'

const size = 100

/** All comments on a task, or without a task all notes on the project, newest first, in pages. */
export const historyFacts = async (
  deps: Deps,
  page: Page,
  projectUuid: string,
  { task: taskUuid, query }: { task?: string; query: Form },
) => {
  const scope = scopeOf(deps, page.actor)
  const project = await findProject(scope, projectUuid, today(deps))
  if (!project || !maySeeProject(page.person, project)) throw notFound('Project')
  const at = wantedPage(query, 'page')
  const wanted = { limit: size, offset: at * size }
  const commentsOn = async (uuid: string) => {
    const task = await findRow(scope, 'task', uuid)
    if (task?.project_uuid !== project.uuid || !maySeeTask(page.person, task)) throw notFound('Task')
    const { rows, total } = await commentsOnPage(scope, task.uuid, wanted)
    const records = await commentRecords(scope, rows, onPages(deps))
    const words = { noun: 'comment', title: `Comments on ${task.name}`, heading: task.name }
    return { ...words, anchor: `task-${task.uuid}`, path: `comments/${task.uuid}`, records, total }
  }
  const notesOn = async () => {
    if (!maySeeNotes(page.person)) throw notFound('Page')
    const { rows, total } = await notesOnPage(scope, project.uuid, wanted)
    const records = await noteRecords(scope, rows, onPages(deps))
    const words = { noun: 'note', title: `Notes on ${project.name}`, heading: 'Notes' }
    return { ...words, anchor: 'notes', path: 'notes', records, total }
  }
  const { anchor, path, records, total, ...words } = await (taskUuid === undefined
    ? notesOn()
    : commentsOn(taskUuid))
  const base = `${page.base}/${project.uuid}`
  const allAt = `${base}/${path}`
  return {
    ...refusalFacts(undefined),
    ...words,
    project: project.name,
    base,
    back: `${base}${page.query}#${anchor}`,
    path: allAt,
    comments: await viewsOf(deps, page, records, { allAt, whole: textIn(query, 'whole', 36) }),
    pages: pagesOf(query, 'page', { page: at, size, total }),
  }
}
