import { type About, isKnownShared, keyOfOutsiders, routeTo, whyNotTell } from '../../audience/audience.ts'
import type { BotDeps } from '../../deps/deps.ts'
import { knownProject, knownTask } from '../../store/known-projects.ts'
import { formOf } from '../kinds/form.ts'
import type { Kind } from '../kinds/kind.ts'
import { isForReaders, isRemoval, kindOf, passes } from '../kinds/kinds.ts'
import type { DuePost } from '../store/due-post.ts'
import { leftOutReasons } from '../store/failures.ts'
import { type PostRow, aboutOf, postOf } from '../store/posts.ts'
import { pauseUnconfirmed } from './pause-channel.ts'

/* Why a post must not be sent, right before it is sent. */

type Reason = string | undefined

/** A check right before a message is sent, because much may have changed since it was decided. */
interface Guard {
  readonly name: string
  /** `posts`: only what is not in Slack yet. `all`: changes of what is there, too. */
  readonly of: 'posts' | 'all'
  /** Kinds may pass it. */
  readonly passed: keyof Kind<object>['passes'] | 'never'
  /** Why the message must not be sent, in words. Undefined if it may. */
  readonly reason: (deps: BotDeps, due: DuePost) => Reason | Promise<Reason>
}

/**
 * Slack's event about a new reader may be late or lost. While Slack has not said who reads the channel, the message is
 * posted, because it was made for a shared channel. If Slack refuses to say, somebody has to confirm that.
 */
const audienceChanged = async (deps: BotDeps, { row: { channel }, subscriptions }: DuePost) => {
  if (subscriptions === 'paused') return leftOutReasons.pause
  if (subscriptions === 'none') return undefined
  const seen = await deps.slack.channel(channel)
  const reason = isKnownShared({ ...seen, readers: keyOfOutsiders(seen) })
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
const notForReaders = async (deps: BotDeps, { row, unsubscribedAt }: DuePost) => {
  const route = await routeTo(deps, row.channel)
  if (route.shared && kindOf(row.kind)?.isForOutsiders(row) === false) return notToldReasons['for the team']
  // The message was decided before the channel unsubscribed from something. Posted messages stay current.
  const mayBeUnsubscribed =
    row.ts === null && !passes(row, 'unsubscribing') && row.created_at < unsubscribedAt + marginMs
  const mustReceive = route.shared || mayBeUnsubscribed
  if (!mustReceive) return undefined
  for (const about of await aboutNow(deps, row, route.shared)) {
    const why = await whyNotTell(deps, route, about, mustReceive)
    if (why !== undefined) return notToldReasons[why]
  }
  return undefined
}

const threadLeft = (_: BotDeps, { row, thread }: DuePost): Reason => {
  const isOfOther = kindOf(row.kind)?.thread === 'its own' && !row.object_uuid.startsWith(`${thread}@`)
  return isOfOther ? 'the thread is no longer the task’s' : undefined
}

const guards: readonly Guard[] = [
  {
    name: 'deleted',
    of: 'posts',
    passed: 'never',
    reason: (_, { row }) =>
      kindOf(row.kind)?.isDeletedFirst(row) ? 'the comment was deleted before it was posted' : undefined,
  },
  { name: 'thread left', of: 'posts', passed: 'never', reason: threadLeft },
  {
    name: 'muted',
    of: 'posts',
    passed: 'mute',
    reason: (_, { muted, row }) => (muted && !formOf(row).words ? leftOutReasons.mute : undefined),
  },
  {
    name: 'left to the digest',
    of: 'posts',
    passed: 'digest',
    reason: (_, { settings: { digest } }) => (digest === undefined ? undefined : leftOutReasons.digest),
  },
  { name: 'paused', of: 'all', passed: 'pause', reason: audienceChanged },
  { name: 'readers', of: 'all', passed: 'never', reason: notForReaders },
]

/** The first guard's reason, in words. Undefined if the message may be sent. */
export const reasonNotToSend = async (deps: BotDeps, due: DuePost): Promise<Reason> => {
  const { row } = due
  const isPost = row.ts === null
  // A removal, and the line that says who reads replies, are right for any reader.
  if (!isPost && (isRemoval(row) || isForReaders(row))) return undefined
  for (const { of, passed, reason } of guards) {
    if ((of === 'posts' && !isPost) || (passed !== 'never' && passes(row, passed))) continue
    const why = await reason(deps, due)
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
