import { folded } from '../../../contract/text.ts'
import { toStorableText } from '../../../database/engine.ts'
import { type ChannelPolicy, channelPolicy } from '../../store/project-channels.ts'
import type { ChannelSettings } from '../../store/channel-settings.ts'
import { leftOutReasons } from '../store/failures.ts'
import type { DuePost } from '../store/due-post.ts'
import { type About, isKnownShared, readersKey, routeTo, whyNotTell } from '../../audience/audience.ts'
import type { BotDeps } from '../../deps/deps.ts'
import type { WantedPost, Subject } from './decision.ts'
import { isForReaders, briefOf, isRemoval, kindOf } from './kinds.ts'
import { pauseUnconfirmed } from './pause-channel.ts'
import { type PostRow, aboutOf, postOf } from '../store/posts.ts'
import { knownProject, knownTask } from '../../store/known-projects.ts'

/* Why a channel does not get a post: by its settings, when the post is decided, and by all that holds right before it is sent. */

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
    const leftOut = leftOutReason(policy, ofProject ? { about: 'project' } : subject)
    kept.push(leftOut === undefined ? post : { ...post, leftOut })
    if (leftOut !== undefined) reasons.add(leftOut)
  }
  return { kept, reasons }
}

type Reason = string | undefined

/** A person did it where it is shown (`own`), or asked for it there. Undefined if an event caused it. */
type ByPerson = 'own' | 'asked' | undefined

/** A check right before a message is sent, because much may have changed since it was decided. */
interface Guard {
  readonly name: string
  /** `posts`: only what is not in Slack yet. `all`: changes of what is there, too. */
  readonly of: 'posts' | 'all'
  /** What a person did here (`own`) or asked for (`asked`) is not checked. */
  readonly except: readonly ('own' | 'asked')[]
  /** Why the message must not be sent, in words. Undefined if it may. */
  readonly reason: (deps: BotDeps, due: DuePost, person: ByPerson) => Reason | Promise<Reason>
}

/**
 * Slack's event about a new reader may be late or lost. If Slack doesn't say who reads the channel, the message is
 * posted, because it was made for a shared channel.
 */
const audienceChanged = async (deps: BotDeps, { row: { channel }, subscriptions }: DuePost) => {
  if (subscriptions === 'paused') return leftOutReasons.pause
  if (subscriptions === 'none') return undefined
  const seen = await deps.slack.channel(channel)
  const reason = isKnownShared({ ...seen, readers: readersKey(seen) })
    ? await pauseUnconfirmed(deps, seen)
    : undefined
  return reason && `${leftOutReasons.pause}: ${reason}`
}

/** A subscription may be removed while a message is decided, and the clocks of two nodes differ. */
const marginMs = 60_000

const notToldReasons = {
  internal: 'the task is internal or may be, and others read the channel',
  'not received': 'the channel does not receive the project',
  'for the team': 'only the team may know what it says, and others read the channel',
} as const

/** Why the channel must not read the message: the task may be internal by now, or the project moved or unsubscribed. */
const notForReaders = async (deps: BotDeps, { row, unsubscribedAt }: DuePost, person: ByPerson) => {
  const route = await routeTo(deps, row.channel)
  if (route.shared && kindOf(row.kind)?.isForOutsiders(row) === false) return notToldReasons['for the team']
  // The message was decided before the channel unsubscribed from something. Posted messages stay current.
  const mayBeUnsubscribed =
    row.ts === null && person === undefined && row.created_at < unsubscribedAt + marginMs
  const mustReceive = route.shared || mayBeUnsubscribed
  if (!mustReceive) return undefined
  for (const about of await aboutNow(deps, row, route.shared)) {
    const why = await whyNotTell(deps, route, about, mustReceive)
    if (why !== undefined) return notToldReasons[why]
  }
  return undefined
}

/** A `thread_synced` line belongs to one thread: its key begins with that thread's `ts`. */
const threadLeft = (_: BotDeps, { row, thread }: DuePost): Reason => {
  const isOfOther = row.kind === 'thread_synced' && !row.object_uuid.startsWith(`${thread}@`)
  return isOfOther ? 'the thread is no longer the task’s' : undefined
}

const guards: readonly Guard[] = [
  {
    name: 'deleted',
    of: 'posts',
    except: [],
    reason: (_, { row }) =>
      briefOf(row).deleted ? 'the comment was deleted before it was posted' : undefined,
  },
  { name: 'thread left', of: 'posts', except: [], reason: threadLeft },
  {
    name: 'muted',
    of: 'posts',
    except: ['own', 'asked'],
    reason: (_, { muted }) => (muted ? leftOutReasons.mute : undefined),
  },
  {
    name: 'left to the digest',
    of: 'posts',
    except: ['own'],
    reason: (_, { row, settings: { digest } }) =>
      digest !== undefined && !kindOf(row.kind)?.besideDigests ? leftOutReasons.digest : undefined,
  },
  { name: 'paused', of: 'all', except: ['own'], reason: audienceChanged },
  { name: 'readers', of: 'all', except: [], reason: notForReaders },
]

/** The first guard's reason, in words. Undefined if the message may be sent. */
export const reasonNotToSend = async (deps: BotDeps, due: DuePost): Promise<Reason> => {
  const { row } = due
  const isPost = row.ts === null
  // A removal, and the line that says who reads replies, are right for any reader.
  if (!isPost && (isRemoval(briefOf(row)) || isForReaders(row))) return undefined
  const isByEvent = !isPost || row.inbox_id !== null
  const person = isByEvent ? undefined : kindOf(row.kind)?.byPerson?.(row.object_uuid)
  for (const { of, except, reason } of guards) {
    if ((of === 'posts' && !isPost) || (person && except.includes(person))) continue
    const why = await reason(deps, due, person)
    if (why !== undefined) return why
  }
  return undefined
}

type Ref = ReturnType<typeof aboutOf>

const aboutProject = async ({ database }: BotDeps, uuid: string): Promise<About> => {
  const stored = await knownProject(database.sql, uuid)
  return { project: { uuid, accountName: undefined, ...stored, stored: true }, internal: false }
}

const aboutTask = async (deps: BotDeps, uuid: string): Promise<About> => {
  const task = await knownTask(deps.database.sql, uuid)
  if (!task) return { project: undefined, internal: undefined }
  return { ...(await aboutProject(deps, task.projectUuid)), internal: task.isInternal }
}

/** Of an unknown object. It may be internal. */
const aboutUnknown: About = { project: undefined, internal: undefined }

/** Undefined if the post is about nothing that only some may know. */
const aboutRef = async (deps: BotDeps, channel: string, { kind, uuid }: Ref): Promise<About | undefined> => {
  switch (kindOf(kind)?.about) {
    case 'task':
      return aboutTask(deps, uuid)
    case 'project':
      return aboutProject(deps, uuid.split('@')[0] ?? '')
    case 'thread': {
      const row = await postOf(deps.database.sql, { channel, kind, objectUuid: uuid })
      return row?.on_kind && row.on_uuid
        ? aboutRef(deps, channel, { kind: row.on_kind, uuid: row.on_uuid })
        : aboutUnknown
    }
    case 'facts':
      return undefined
    case undefined:
      return aboutUnknown
  }
}

/** What a post is about, by the facts that are stored now. `outside`: as far as outsiders would read it. */
export const aboutNow = async (deps: BotDeps, row: PostRow, outside: boolean): Promise<About[]> => {
  const { projects = [], tasks = [] } = kindOf(row.kind)?.named(row, outside) ?? {}
  const uuids = new Set(tasks.filter((uuid) => uuid !== undefined))
  const about = await Promise.all([
    aboutRef(deps, row.channel, aboutOf(row)),
    ...projects.map((uuid) => aboutProject(deps, uuid)),
    ...[...uuids].map((uuid) => aboutTask(deps, uuid)),
  ])
  return about.filter((one) => one !== undefined)
}
