import type { PostRow } from './store/posts.ts'
import { recentRows } from './store/past-posts.ts'
import { knownProject } from '../../store/known-projects.ts'
import { type BurstFacts, burstSchema } from './messages/burst.ts'
import type { BotDeps } from '../../deps/deps.ts'
import { linkFor, routeTo } from '../../audience/audience.ts'
import { readFacts } from './post-facts.ts'
import type { Planned } from './decision.ts'
import { allKinds, countedAs, kindOf } from './kinds.ts'

const counts = (kind: string) => kindOf(kind)?.counts === true
const kinds = allKinds.filter((kind) => countedAs(kind) !== undefined || counts(kind))
const windowMs = 60_000

type Count = Pick<BurstFacts, 'tasks' | 'subtasks' | 'others'>

const add = (count: Count, lines: readonly Planned[]): Count => {
  const { tasks, subtasks, others } = count
  const sum = { tasks, subtasks, others }
  for (const { kind } of lines) sum[countedAs(kind) ?? 'others'] += 1
  return sum
}

/** One message instead of many lines, which counts on. */
const collapsed = async (
  deps: BotDeps,
  channel: string,
  project: { uuid: string; event: number },
  lines: readonly Planned[],
  last: PostRow | undefined,
): Promise<Planned> => {
  const known = await knownProject(deps.database.sql, project.uuid)
  const facts: BurstFacts = {
    projectName: known?.name ?? 'A project',
    url: known && linkFor(await routeTo(deps, channel), known),
    ...add(last ? readFacts(burstSchema, last) : { tasks: 0, subtasks: 0, others: 0 }, lines),
  }
  const one = { channel, kind: 'burst', facts } as const
  if (last) return { ...one, objectUuid: last.object_uuid, change: true }
  return { ...one, objectUuid: `${project.uuid}@${project.event}` }
}

/** Merges the lines after the first `burstSize` of a minute. It counts stored posts, so a restart changes nothing. */
export const collapseBursts = async (
  deps: BotDeps,
  project: { uuid: string; event: number },
  planned: readonly Planned[],
): Promise<readonly Planned[]> => {
  const lines = planned.filter(({ kind, leftOut }) => countedAs(kind) !== undefined && leftOut === undefined)
  let kept = planned
  for (const channel of new Set(lines.map((line) => line.channel))) {
    const sinceMs = deps.now() - windowMs
    const where = { channel, projectUuid: project.uuid, kinds, sinceMs }
    const recent = await recentRows(deps.database.sql, where)
    const here = lines.filter((line) => line.channel === channel)
    const last = recent.findLast(({ kind }) => counts(kind))
    if (!last && recent.length + here.length <= deps.burstSize) continue
    const one = await collapsed(deps, channel, project, here, last)
    // Cards that only these lines need are dropped too.
    const dropped = new Set<Planned>([
      ...here,
      ...planned.filter((plan) => plan.channel === channel && plan.whenNeeded),
    ])
    kept = [...kept.filter((plan) => !dropped.has(plan)), one]
  }
  return kept
}
