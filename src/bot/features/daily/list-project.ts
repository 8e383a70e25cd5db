import type { BotDeps } from '../../deps/deps.ts'
import { type BotJob, cardJob } from '../../store/payloads.ts'
import { listTasksOf } from '../../tracker/listed-tasks.ts'

/** Lane `listing`, one after another: what the tracker lists of a project fills the store that events fill, too. */
export const listProject = async (deps: BotDeps, job: BotJob<'listing'>): Promise<void> => {
  const { project } = job.payload
  const listed = await listTasksOf(deps, project)
  await deps.database.transaction((tx) => job.done(tx, listed?.changed ? [cardJob(project, deps)] : []))
}
