import { folded } from '../../../contract/text.ts'
import { type ChannelPolicy, channelPolicy } from '../../store/project-channels.ts'
import type { PostRow } from '../store/posts.ts'
import { leftOutReasons } from '../store/failures.ts'
import type { ChannelSettings } from '../../store/channel-settings.ts'
import { kindOf, allKinds, countedAs, type Shown, briefOf, formOf, readFacts } from './kinds.ts'
import type { Planned, Subject } from './decision.ts'
import type { BotDeps } from '../../deps/deps.ts'
import { recentRows } from '../store/past-posts.ts'
import { knownProject } from '../../store/known-projects.ts'
import { type BurstFacts, burstSchema } from '../messages/project.ts'
import { linkFor, routeTo } from '../../audience/audience.ts'

/* What a channel's settings decide. `subscriptionFrom` decided before which events a subscription receives. */

const same = (one: string, other: string | undefined): boolean =>
  other !== undefined && folded(one.trim()) === folded(other.trim())

/** A task that isn't known to be internal or not passes only if all tasks do. */
const wrongTask = ({ about, internal }: Subject, tasks: ChannelSettings['tasks']): string | undefined => {
  if (about !== 'task' || tasks === 'all' || internal === (tasks === 'internal')) return undefined
  const what = internal === undefined ? 'may be internal' : internal ? 'is internal' : 'is not internal'
  return `the task ${what}`
}

type Filters = Pick<ChannelSettings, 'modules' | 'tasks'>

/** Projects have no module. An unknown module is on no list. */
const wrongModule = ({ about, module }: Subject, modules: Filters['modules']): string | undefined => {
  if (about === 'project' || modules === undefined) return undefined
  const isListed = modules.names.some((name) => same(name, module))
  if (isListed === (modules.list === 'only')) return undefined
  const what = `the module ${module ? `“${module}”` : 'unknown or none'}`
  return isListed ? `${what} is excluded` : `${what} is not among those included`
}

const filterReason = ({ modules, tasks }: Filters, subject: Subject): string | undefined =>
  wrongModule(subject, modules) ?? wrongTask(subject, tasks)

const leftOutReason = (
  { muted, settings, unconfirmed }: Omit<ChannelPolicy, 'channel'>,
  subject: Subject,
): string | undefined => {
  if (unconfirmed) return leftOutReasons.account
  if (muted) return leftOutReasons.mute
  const reason = filterReason(settings, subject)
  return reason && `${leftOutReasons.filters}: ${reason}`
}

export const wantsTask = (
  filters: Filters,
  {
    moduleName: module,
    isInternal: internal,
  }: { moduleName: string | undefined; isInternal: boolean | undefined },
): boolean => filterReason(filters, { about: 'task', module, internal }) === undefined

/** What a flat message must say of its task, because it is not under a card. Some kinds name the task themselves. */
export const ofTask = (row: PostRow, root: PostRow): Shown['flat'] => {
  if (kindOf(root.kind)?.about !== 'task') return true
  const { name = '', url, readers = 'unknown', accountName, projectName } = briefOf(root)
  const of = { readers, accountName, url, projectName }
  return kindOf(row.kind)?.namesTask ? { ...of, taskName: name } : of
}

/** How to post under this root. A row that was already sent keeps its form. */
export const formFor = (
  { layout, digest }: ChannelSettings,
  row: PostRow,
  root: PostRow | undefined,
  thread?: string,
): Shown => {
  if (!root) return {}
  const begins = root.ts === null && root.state !== 'sending'
  const isAlone = begins && kindOf(row.kind)?.needsThread === false
  // A thread that people began is used in a flat channel too.
  const isFlat = thread === undefined && (layout === 'flat' || digest !== undefined || isAlone)
  const flat = formOf(row).flat ?? (isFlat && row.state === 'waiting' ? ofTask(row, root) : undefined)
  return { flat }
}

/** Changes are never left out, so that posted cards stay current; nor are cards stored only for comparison. */
export const leaveOut = async (
  deps: BotDeps,
  subject: Subject,
  planned: readonly Planned[],
  policies: readonly ChannelPolicy[] = [],
): Promise<Planned[]> => {
  const known = new Map(policies.map((policy) => [policy.channel, policy]))
  const kept: Planned[] = []
  for (const plan of planned) {
    const { channel, change, whenNeeded, ofProject } = plan
    if (change || whenNeeded) {
      kept.push(plan)
      continue
    }
    const policy = known.get(channel) ?? (await channelPolicy(deps.database.sql, channel, deps.now()))
    known.set(channel, policy)
    const leftOut = leftOutReason(policy, ofProject ? { about: 'project' } : subject)
    kept.push(leftOut === undefined ? plan : { ...plan, leftOut })
  }
  return kept
}

export const withLeftOut = (outcome: string, planned: readonly Planned[]): string => {
  const reasons = new Set<string>()
  for (const { leftOut } of planned) if (leftOut !== undefined) reasons.add(leftOut)
  return [outcome, ...reasons].join('; ')
}

const counts = (kind: string) => kindOf(kind)?.counts === true
const kinds = allKinds.filter((kind) => countedAs(kind) !== undefined || counts(kind))
const windowMs = 60_000

type Count = Pick<BurstFacts, 'tasks' | 'subtasks' | 'others'>

const add = (count: Count, lines: readonly Planned[]): Count => {
  const sum = { ...count }
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
    ...add(last ? readFacts(burstSchema, last) : { tasks: 0, subtasks: 0, others: 0 }, lines),
    projectName: known?.name ?? 'A project',
    url: known && linkFor(await routeTo(deps, channel), known),
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
