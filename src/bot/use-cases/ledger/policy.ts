import type { ChannelPolicy } from '../../store/channels/project-channels.ts'
import type { DeliveryRow } from '../../store/ledger/deliveries.ts'
import { leftOutReasons } from '../../store/ledger/left-out.ts'
import type { ChannelSettings } from '../../store/ledger/settings-in.ts'
import { dayMs, instantsOf, midnight, minuteMs, minutesOf, wallAt } from '../answers/wall-clock.ts'
import { briefOf, type Shown } from './delivery-facts.ts'
import type { Subject } from './subject.ts'

/**
 * Everything that a channel's settings decide: whether something is posted, how, and when. `subscriptionFrom` decides
 * earlier which events a subscription receives.
 */

const same = (one: string, other: string | undefined): boolean =>
  other !== undefined && one.trim().toLowerCase() === other.trim().toLowerCase()

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

/** Why the filters leave a subject out, in words. */
const filterReason = ({ modules, tasks }: Filters, subject: Subject): string | undefined =>
  wrongModule(subject, modules) ?? wrongTask(subject, tasks)

/** Why the channel leaves a subject out now. Undefined if it doesn't. */
export const leftOutReason = (
  { muted, settings }: Omit<ChannelPolicy, 'channel'>,
  subject: Subject,
): string | undefined => {
  if (muted) return leftOutReasons.mute
  const reason = filterReason(settings, subject)
  return reason && `${leftOutReasons.filters}: ${reason}`
}

/** Whether the filters pass a task, for digests. */
export const wantsTask = (
  filters: Filters,
  {
    moduleName: module,
    isInternal: internal,
  }: { moduleName: string | undefined; isInternal: boolean | undefined },
): boolean => filterReason(filters, { about: 'task', module, internal }) === undefined

const isIn = (kinds: readonly string[], kind: string) => kinds.includes(kind)

/** Posted right away even in a channel for digests, in addition to what it chose. */
const announced: readonly string[] = ['digest', 'quiet_digest', 'project_completed', 'missed']

/** Why a row of the ledger is left to the digest. */
export const leftToDigest = (
  { digest, broadcast }: ChannelSettings,
  { op, kind }: DeliveryRow,
): string | undefined => {
  const told = digest?.alone === true && op === 'post' && !isIn([...announced, ...broadcast], kind)
  return told ? 'the channel receives digests alone' : undefined
}

/** The task that a flat message must name, because it is not under a card. */
const taskNamed = (row: DeliveryRow, root: DeliveryRow): Shown['flat'] => {
  if (row.kind !== 'comment' && row.kind !== 'subtask_line') return true
  const { name = '', url } = briefOf(root)
  return { taskName: name, url }
}

/** How to post under this root. A row that was already sent keeps its form. */
export const asSet = (
  { layout, digest, broadcast }: ChannelSettings,
  row: DeliveryRow,
  root: DeliveryRow | undefined,
  thread?: string,
): Shown => {
  if (!root) return {}
  // A thread that people began is used in a flat channel too.
  const isFlat = thread === undefined && (layout === 'flat' || digest?.alone === true)
  const flat = briefOf(row).flat ?? (isFlat && row.state === 'waiting' ? taskNamed(row, root) : undefined)
  return flat === undefined ? { broadcast: isIn(broadcast, row.kind) } : { flat }
}

/** When the current quiet hours end, in ms. Undefined outside them. Handles daylight saving time. */
export const quietUntil = (quiet: ChannelSettings['quiet'], now: number): number | undefined => {
  if (!quiet) return undefined
  const { timeZone } = quiet
  const today = midnight(timeZone, now)
  const [from, to] = [minutesOf(quiet.from), minutesOf(quiet.to)]
  const at = (wallAt(timeZone, now) - today) / minuteMs
  const inside = from < to ? at >= from && at < to : at >= from || at < to
  if (!inside) return undefined
  const ends = [today, today + dayMs].flatMap((day) => instantsOf(timeZone, day + to * minuteMs))
  return ends.find((end) => end > now)
}
