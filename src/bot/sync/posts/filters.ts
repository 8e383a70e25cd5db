import { folded } from '../../../contract/text.ts'
import { toStorableText } from '../../../database/engine.ts'
import type { BotDeps } from '../../deps/deps.ts'
import type { ChannelSettings } from '../../store/channel-settings.ts'
import { type ChannelPolicy, channelPolicy } from '../../store/project-channels.ts'
import { kinds } from '../kinds/kinds.ts'
import { leftOutReasons } from '../store/failures.ts'
import type { Subject, WantedPost } from './decision.ts'

/* Why a channel's settings leave a post out, when it is decided. */

const isSameName = (one: string, other: string | undefined): boolean =>
  other !== undefined && folded(one.trim()) === folded(other.trim())

/** If it is unknown whether a task is internal, it passes only if all tasks do. */
const wrongTask = (internal: boolean | undefined, tasks: 'visible' | 'internal'): string | undefined => {
  if (internal === (tasks === 'internal')) return undefined
  const what = internal === undefined ? 'may be internal' : internal ? 'is internal' : 'is not internal'
  return `the task ${what}`
}

type Filters = Pick<ChannelSettings, 'modules' | 'tasks'>

/** An unknown module is on no list. */
const wrongModule = (
  module: string | undefined,
  modules: NonNullable<Filters['modules']>,
): string | undefined => {
  const isListed = modules.names.some((name) => isSameName(name, module))
  if (isListed === (modules.list === 'only')) return undefined
  const what = `the module ${module ? `“${toStorableText(module)}”` : 'unknown or none'}`
  return isListed ? `${what} is excluded` : `${what} is not among those included`
}

/** Projects have no module. */
const filterReason = ({ modules, tasks }: Filters, subject: Subject): string | undefined => {
  const { about, module, internal } = subject
  const byModule = modules && about !== 'project' ? wrongModule(module, modules) : undefined
  if (byModule !== undefined) return byModule
  return about === 'task' && tasks !== 'all' ? wrongTask(internal, tasks) : undefined
}

const leftOutReason = (
  { muted, settings, unconfirmed }: Omit<ChannelPolicy, 'channel'>,
  subject: Subject,
  { kind, words }: Pick<WantedPost, 'kind' | 'words'>,
): string | undefined => {
  if (unconfirmed) return leftOutReasons.account
  if (muted && !words && kinds[kind].passes.mute !== 'always') return leftOutReasons.mute
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

/**
 * Marks the posts that a channel's settings leave out, and returns the reasons. Changes are never left out, so that
 * posted cards stay current; nor are cards stored only for comparison.
 */
export const leaveOut = async (
  deps: BotDeps,
  subject: Subject,
  posts: readonly WantedPost[],
  policies: readonly ChannelPolicy[] = [],
): Promise<{ kept: WantedPost[]; reasons: ReadonlySet<string> }> => {
  const byChannel = new Map<string, ChannelPolicy>()
  for (const policy of policies) byChannel.set(policy.channel, policy)
  const kept: WantedPost[] = []
  const reasons = new Set<string>()
  for (const post of posts) {
    const { channel, change, whenNeeded, ofProject } = post
    if (change || whenNeeded) {
      kept.push(post)
      continue
    }
    const policy = byChannel.get(channel) ?? (await channelPolicy(deps.database.sql, channel, deps.now()))
    byChannel.set(channel, policy)
    const leftOut = leftOutReason(policy, ofProject ? { about: 'project' } : subject, post)
    kept.push(leftOut === undefined ? post : { ...post, leftOut })
    if (leftOut !== undefined) reasons.add(leftOut)
  }
  return { kept, reasons }
}
