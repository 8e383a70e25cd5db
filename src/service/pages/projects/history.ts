import { maySeeNotes, maySeeTask, visibleProject } from '../../access.ts'
import { writtenRecords } from '../../events/comments.ts'
import { notFound } from '../../refusals.ts'
import { commentsOnPage, notesOnPage } from '../../store/projects/comments.ts'
import { findRow } from '../../store/rows.ts'
import type { Page } from '../kit/page.ts'
import { pagesOf, wantedPage } from '../kit/paging.ts'
import { refusalFacts } from '../kit/refused.ts'
import { type Form, textIn } from '../kit/request.ts'
import { viewsOf } from './project-data.ts'

const size = 100

/** All comments on a task, or without a task all notes on the project, newest first, in pages. */
export const historyFacts = async (
  page: Page,
  projectUuid: string,
  taskUuid: string | undefined,
  query: Form,
) => {
  const { acting, person } = page
  const { project } = await visibleProject(acting, projectUuid)
  const at = wantedPage(query, 'page')
  const wanted = { limit: size, offset: at * size }
  const commentsOn = async (uuid: string) => {
    const task = await findRow(acting, 'task', uuid)
    if (task?.project_uuid !== project.uuid || !maySeeTask(person, task)) throw notFound('Task')
    const words = { noun: 'comment', title: `Comments on ${task.name}`, heading: task.name }
    const place = { anchor: `task-${task.uuid}`, path: `comments/${task.uuid}` }
    return { words, ...place, ...(await commentsOnPage(acting, task.uuid, wanted)) }
  }
  const notesOn = async () => {
    if (!maySeeNotes(person)) throw notFound('Page')
    const words = { noun: 'note', title: `Notes on ${project.name}`, heading: 'Notes' }
    return { words, anchor: 'notes', path: 'notes', ...(await notesOnPage(acting, project.uuid, wanted)) }
  }
  const { words, anchor, path, rows, total } = await (taskUuid === undefined
    ? notesOn()
    : commentsOn(taskUuid))
  const records = await writtenRecords(acting, rows, true)
  const base = `${page.base}/${project.uuid}`
  const allAt = `${base}/${path}`
  return {
    ...refusalFacts(undefined),
    ...words,
    project: project.name,
    base,
    back: `${base}${page.query}#${anchor}`,
    path: allAt,
    comments: await viewsOf(page, records, { allAt, whole: textIn(query, 'whole', 36) }),
    pages: pagesOf(query, 'page', { page: at, size, total }),
  }
}
