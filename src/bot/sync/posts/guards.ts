import { leftOutReasons } from './store/left-out.ts'
import type { DuePost } from './store/due-post.ts'
import { isKnownShared, routeTo, whyNotTell } from '../../audience/audience.ts'
import type { BotDeps } from '../../deps/deps.ts'
import { isForReaders } from './follow-readers.ts'
import { kindOf } from './kinds.ts'
import { briefOf, isRemoval } from './post-facts.ts'
import { pauseUnconfirmed } from './pause-channel.ts'
import { toldOf } from './told-of.ts'

type Reason = string | undefined

/** A check right before a message is sent, because much may have changed since it was decided. */
interface Guard {
  readonly name: string
  /** `posts`: only what is not in Slack yet. `all`: changes of what is there, too. */
  readonly of: 'posts' | 'all'
  /** What a person did here (`own`) or asked for (`asked`) is not checked. */
  readonly except: readonly ('own' | 'asked')[]
  /** Why the message must not be sent, in words. Undefined if it may. */
  readonly reason: (deps: BotDeps, due: DuePost) => Reason | Promise<Reason>
}

const isPost = ({ row }: DuePost): boolean => row.ts === null

/** Whether a person did it where it is shown, or asked for it there. Undefined if an event caused it. */
const byPerson = (due: DuePost) => {
  const { kind, inbox_id: inbox, object_uuid: uuid } = due.row
  return inbox === null && isPost(due) ? kindOf(kind)?.byPerson?.(uuid) : undefined
}

/**
 * Checks at the last moment who reads the channel, because Slack's event about a new reader may be late or lost. If
 * Slack does not say, posts: the message was made for a shared channel.
 */
const audienceChanged = async (deps: BotDeps, { row: { channel }, subscriptions }: DuePost) => {
  if (subscriptions === 'paused') return leftOutReasons.pause
  if (subscriptions === 'none') return undefined
  const seen = await deps.slack.channel(channel)
  const reason = isKnownShared(seen) ? await pauseUnconfirmed(deps, seen) : undefined
  return reason && `${leftOutReasons.pause}: ${reason}`
}

/** A subscription may be removed while a message is decided, and the clocks of two nodes differ. */
const marginMs = 60_000

/** It was decided before the channel unsubscribed from something. Messages that are there stay current. */
const mayBeUnsubscribed = (due: DuePost): boolean =>
  isPost(due) && byPerson(due) === undefined && due.row.created_at < due.unsubscribedAt + marginMs

const notTold = {
  internal: 'the task is internal or may be, and others read the channel',
  'not received': 'the channel does not receive the project',
} as const

/** Why the channel must not read it: meanwhile the task may be internal, or the project moved or unsubscribed. */
const notForReaders = async (deps: BotDeps, due: DuePost): Promise<Reason> => {
  const route = await routeTo(deps, due.row.channel)
  const mustReceive = route.shared || mayBeUnsubscribed(due)
  if (!mustReceive) return undefined
  for (const told of await toldOf(deps, due.row)) {
    const why = await whyNotTell(deps, route, told, mustReceive)
    if (why !== undefined) return notTold[why]
  }
  return undefined
}

const guards: readonly Guard[] = [
  {
    name: 'deleted',
    of: 'posts',
    except: [],
    reason: (_, { row }) =>
      briefOf(row).deleted ? 'the comment was deleted before it was posted' : undefined,
  },
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

/** Why a message, or its change, must not be sent, in words. Undefined if it may. */
export const reasonNotToSend = async (deps: BotDeps, due: DuePost): Promise<Reason> => {
  // What is taken back, and who reads replies, is right wherever it is.
  if (!isPost(due) && (isRemoval(briefOf(due.row)) || isForReaders(due.row))) return undefined
  const person = byPerson(due)
  for (const { of, except, reason } of guards) {
    if ((of === 'posts' && !isPost(due)) || (person && except.includes(person))) continue
    const why = await reason(deps, due)
    if (why !== undefined) return why
  }
  return undefined
}
