import type { ProjectItem } from '../../../contract/project.ts'
import type { BotDeps } from '../../deps/deps.ts'
import { type OpenTask, openTasks } from '../../audience/store/channel-tasks.ts'
import { unanswered } from '../../store/known-comments.ts'
import { allPages, allProjects, uuidOf } from '../../tracker/find-project.ts'
import { isOver } from '../../tracker/tracker-says.ts'
import { customerNames, waitingSince } from '../../tracker/project-in-view.ts'

/** Tasks that completed and archived projects left open don't count anymore. */
export const byState = (items: readonly ProjectItem[]) => {
  const { running = [], over = [] } = Object.groupBy(items, (item) => (isOver(item) ? 'over' : 'running'))
  return {
    running: running.map((item) => ({
      uuid: uuidOf(item) ?? '',
      account: item.account?.name ?? 'No customer',
      ownerEmail: item.project_owner?.email_address?.toLowerCase(),
    })),
    over: new Set(over.map((item) => uuidOf(item) ?? '')),
  }
}

/** Only the tracker knows which projects are over. */
export const projectsByState = async (deps: BotDeps) => byState((await allProjects(deps, allPages)).items)

export type Waiting = OpenTask & { readonly since: number }

/** What the bot has heard of that waits on customers, longest first. `over`: uuids of projects that are over. */
export const waitingNow = async (deps: BotDeps, over: ReadonlySet<string>): Promise<Waiting[]> => {
  const { sql } = deps.database
  const [names, asked] = await Promise.all([customerNames(deps), unanswered(sql)])
  const found = [
    ...(await openTasks(sql, 'assignee_name', [...names])),
    ...(await openTasks(sql, 'uuid', [...asked.keys()])),
  ]
  const since = waitingSince(asked, names)
  const tasks = [...new Map(found.map((task) => [task.uuid, task])).values()]
  return tasks
    .filter(({ project }) => !over.has(project.uuid))
    .flatMap((task) => {
      const from = since(task)
      return from === undefined ? [] : [{ ...task, since: from }]
    })
    .sort((one, other) => one.since - other.since)
}
