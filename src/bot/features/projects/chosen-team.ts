import { makerOf } from './store/project-requests.ts'
import { tasksOf } from '../../store/known-tasks.ts'
import type { BotDeps } from '../../deps/deps.ts'
import { formOf } from './requests.ts'
import { teammatesOf } from '../project-channels/channel-proposal.ts'
import type { ProjectInView } from '../../tracker/project-in-view.ts'

/** Owner, the team that was chosen when the project was created here, and who has its tasks. */
export const teamOf = async (deps: BotDeps, { uuid, item }: ProjectInView) => {
  const { sql } = deps.database
  const [maker, tasks] = await Promise.all([makerOf(sql, uuid), tasksOf(sql, uuid)])
  // The form is erased after a while.
  const chosen = maker && maker.form !== '{}' ? formOf(deps, maker).team : []
  return teammatesOf(deps, [
    item.project_owner?.email_address ?? item.project_owner?.full_name,
    ...chosen.map(({ value }) => value),
    ...tasks.map(({ assigneeName }) => assigneeName),
  ])
}
