import { routeTo, taskLinkFor, linkFor, whyNotTell } from '../../audience/audience.ts'
import type { LeftOut } from '../../audience/messages/paused.ts'
import type { BotDeps } from '../../deps/deps.ts'
import { knownProject, taskWithProject } from '../../store/known-projects.ts'
import { rowsLeftOut } from '../store/failures.ts'
import { aboutOf, type PostRow } from '../store/posts.ts'
import { kindOf } from '../kinds/kinds.ts'
import { aboutNow } from './guards.ts'

/** The task, or else the project, that a message is about. */
const subjectOf = async ({ database: { sql } }: BotDeps, row: PostRow, shared: boolean) => {
  const { kind, uuid } = aboutOf(row)
  if (kindOf(kind)?.about === 'task') {
    const known = await taskWithProject(sql, uuid)
    return known && { uuid, name: known.task.name, url: taskLinkFor({ shared }, uuid, known.project) }
  }
  const project = await knownProject(sql, uuid.split('@')[0] ?? '')
  return project && { uuid: project.uuid, name: project.name, url: linkFor({ shared }, project) }
}

/** What the channel's settings left out since then, by task or project, as far as those who read the channel now may know it. */
export const leftOutItems = async (
  deps: BotDeps,
  channel: string,
  reason: string,
  sinceMs: number,
): Promise<LeftOut> => {
  const route = await routeTo(deps, channel)
  const items = new Map<string, LeftOut['items'][number]>()
  let total = 0
  for (const row of await rowsLeftOut(deps.database.sql, channel, reason, sinceMs)) {
    const about = await aboutNow(deps, row, route.shared)
    const refused = await Promise.all(about.map((one) => whyNotTell(deps, route, one, true)))
    if (refused.some((why) => why !== undefined)) continue
    total += 1
    const subject = await subjectOf(deps, row, route.shared)
    if (subject)
      items.set(subject.uuid, { ...subject, messages: (items.get(subject.uuid)?.messages ?? 0) + 1 })
  }
  return { total, items: [...items.values()] }
}
