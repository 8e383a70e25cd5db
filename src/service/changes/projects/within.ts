import type { Tx } from '../../store/database.ts'
import type { PersonRow, TaskRow } from '../../store/rows.ts'
import { findProject, type ProjectRecord, touchProject } from '../../store/projects/projects.ts'
import { findTask } from '../../store/projects/tasks.ts'
import { actingPerson, maySeeProject, maySeeTask } from '../../access.ts'
import { type Actor, type Deps, today } from '../../deps.ts'
import { notFound } from '../../refusals.ts'

/** One change of one project: its transaction, who makes it, and the project as it is now, held until the end. */
export interface Change {
  readonly deps: Deps
  readonly tx: Tx
  readonly actor: Actor
  readonly person: PersonRow
  readonly project: ProjectRecord
}

/**
 * Runs a change in a transaction that holds the project, so that changes of one project follow each other and
 * each announces what the one before it left. What the acting person may not see is not found.
 */
export const changeProject = <R>(
  deps: Deps,
  actor: Actor,
  projectUuid: string,
  work: (change: Change) => Promise<R>,
  what = 'Project',
): Promise<R> =>
  deps.database.transaction(async (tx) => {
    if (!(await touchProject(tx.sql, actor.org, projectUuid))) throw notFound(what)
    const project = await findProject(tx.sql, actor.org, projectUuid, today(deps))
    const person = await actingPerson(tx.sql, actor)
    if (!project || !maySeeProject(person, project)) throw notFound(what)
    return work({ deps, tx, actor, person, project })
  })

/** The same for a change of a task: read once to learn its project, and again when that is held. */
export const changeTask = async <R>(
  deps: Deps,
  actor: Actor,
  taskUuid: string,
  work: (change: Change, task: TaskRow) => Promise<R>,
  what = 'Task',
): Promise<R> => {
  const seen = await findTask(deps.database.sql, actor.org, taskUuid)
  if (!seen) throw notFound(what)
  return changeProject(
    deps,
    actor,
    seen.project_uuid,
    async (change) => {
      const task = await findTask(change.tx.sql, actor.org, taskUuid)
      if (!task || !maySeeTask(change.person, task)) throw notFound(what)
      return work(change, task)
    },
    what,
  )
}
