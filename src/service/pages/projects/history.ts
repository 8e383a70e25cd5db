import { maySeeNotes, maySeeProject, maySeeTask } from '../../access.ts'
import { type Deps, scopeOf, today } from '../../deps.ts'
import { commentRecords, noteRecords } from '../../events/comments.ts'
import { notFound } from '../../refusals.ts'
import { commentsOnPage, notesOnPage } from '../../store/projects/comments.ts'
import { findProject, type ProjectRecord } from '../../store/projects/projects.ts'
import { findRow } from '../../store/rows.ts'
import type { Page } from '../kit/page.ts'
import { pagesOf, wantedPage } from '../kit/paging.ts'
import { refusalFacts } from '../kit/refused.ts'
import { type Form, textIn } from '../kit/request.ts'
import { onPages, viewsOf } from './project-data.ts'

const size = 100

interface Wanted {
  readonly deps: Deps
  readonly page: Page
  readonly project: ProjectRecord
  readonly limit: number
  readonly offset: number
}

const commentsOn = async ({ deps, page, project, ...wanted }: Wanted, uuid: string) => {
  const scope = scopeOf(deps, page.actor)
  const task = await findRow(scope, 'task', uuid)
  if (!task || task.project_uuid !== project.uuid || !maySeeTask(page.person, task)) throw notFound('Task')
  const { rows, total } = await commentsOnPage(scope, task.uuid, wanted)
  return {
    noun: 'comment',
    title: `Comments on ${task.name}`,
    heading: task.name,
    anchor: `task-${task.uuid}`,
    path: `comments/${task.uuid}`,
    records: await commentRecords(scope, rows, onPages(deps)),
    total,
  }
}

const notesOn = async ({ deps, page, project, ...wanted }: Wanted) => {
  const scope = scopeOf(deps, page.actor)
  if (!maySeeNotes(page.person)) throw notFound('Page')
  const { rows, total } = await notesOnPage(scope, project.uuid, wanted)
  return {
    noun: 'note',
    title: `Notes on ${project.name}`,
    heading: 'Notes',
    anchor: 'notes',
    path: 'notes',
    records: await noteRecords(scope, rows, onPages(deps)),
    total,
  }
}

/** All comments on a task, or without a task all notes on the project, newest first, in pages. */
export const historyFacts = async (
  deps: Deps,
  page: Page,
  projectUuid: string,
  { task, query }: { task?: string; query: Form },
) => {
  const project = await findProject(scopeOf(deps, page.actor), projectUuid, today(deps))
  if (!project || !maySeeProject(page.person, project)) throw notFound('Project')
  const at = wantedPage(query, 'page')
  const wanted = { deps, page, project, limit: size, offset: at * size }
  const { noun, title, heading, ...found } = await (task === undefined
    ? notesOn(wanted)
    : commentsOn(wanted, task))
  const base = `${page.base}/${project.uuid}`
  return {
    ...refusalFacts(undefined),
    noun,
    title,
    heading,
    project: project.name,
    base,
    back: `${base}${page.query}#${found.anchor}`,
    path: `${base}/${found.path}`,
    comments: await viewsOf(deps, page, found.records, {
      allAt: `${base}/${found.path}`,
      whole: textIn(query, 'whole', 36),
    }),
    pages: pagesOf(query, 'page', { page: at, size, total: found.total }),
  }
}
