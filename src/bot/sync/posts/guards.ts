import { leftOutReasons } from '../store/failures.ts'
import type { DuePost } from '../store/due-post.ts'
import {
  isKnownShared,
  routeTo,
  whyNotTell,
  type Told,
  mayShow,
  type Route,
  taskLinkFor,
} from '../../audience/audience.ts'
import type { BotDeps } from '../../deps/deps.ts'
import { isForReaders, briefOf, isRemoval, readFacts, type Shown, kindOf, render } from './kinds.ts'
import { pauseUnconfirmed } from './pause-channel.ts'
import { aboutOf, postOf, type PostRow } from '../store/posts.ts'
import { knownProject, taskWithProject } from '../../store/known-projects.ts'
import { knownTask } from '../../store/known-tasks.ts'
import { z } from 'zod'
import type { Message } from '../../kit/message.ts'
import { notShownHere } from '../messages/task.ts'

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
 * Slack's event about a new reader may be late or lost. If Slack doesn't say who reads, it is posted: it was made for a
 * shared channel.
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

/** The first guard's reason, in words. Undefined if it may be sent. */
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

type Ref = ReturnType<typeof aboutOf>

const projectTold = async ({ database }: BotDeps, uuid: string): Promise<Told> => {
  const known = await knownProject(database.sql, uuid)
  return { project: { uuid, accountName: undefined, ...known, stored: true }, internal: false }
}

const taskTold = async (deps: BotDeps, uuid: string): Promise<Told> => {
  const task = await knownTask(deps.database.sql, uuid)
  if (!task) return { project: undefined, internal: undefined }
  return { ...(await projectTold(deps, task.projectUuid)), internal: task.isInternal }
}

/** Of an unknown object. It may be internal. */
const unknown: Told = { project: undefined, internal: undefined }

/** Undefined if it is about nothing that only some may know. */
const refTold = async (deps: BotDeps, channel: string, { kind, uuid }: Ref): Promise<Told | undefined> => {
  switch (kindOf(kind)?.about) {
    case 'task':
      return taskTold(deps, uuid)
    case 'project':
      return projectTold(deps, uuid.split('@')[0] ?? '')
    case 'thread': {
      const row = await postOf(deps.database.sql, { channel, kind, objectUuid: uuid })
      return row?.on_kind && row.on_uuid
        ? refTold(deps, channel, { kind: row.on_kind, uuid: row.on_uuid })
        : unknown
    }
    case 'facts':
      return undefined
    case undefined:
      return unknown
  }
}

/** What a post tells of, by what the store knows now. */
const toldOf = async (deps: BotDeps, row: PostRow): Promise<Told[]> => {
  const { projects = [], tasks = [] } = kindOf(row.kind)?.named(row) ?? {}
  const uuids = new Set(tasks.filter((uuid) => uuid !== undefined))
  const told = await Promise.all([
    refTold(deps, row.channel, aboutOf(row)),
    ...projects.map((uuid) => projectTold(deps, uuid)),
    ...[...uuids].map((uuid) => taskTold(deps, uuid)),
  ])
  return told.filter((one) => one !== undefined)
}

const links: readonly string[] = ['url', 'taskUrl', 'cutUrl']

/** Of a task's module, its customers may know another name. The next task may be internal. */
const forTeam: readonly string[] = ['moduleName', 'nextTaskName', 'nextTaskUrl']

/** A message from before others read the channel, without what is for the team alone. Nothing of an internal task. */
export const forOthers = async (
  deps: BotDeps,
  route: Route,
  row: PostRow,
  shown: Shown,
): Promise<Message> => {
  const told = await toldOf(deps, row)
  if (told.some(({ internal }) => !mayShow(route, internal))) return notShownHere(shown)
  const taskUuid = row.on_uuid ?? row.object_uuid
  const known = await taskWithProject(deps.database.sql, taskUuid)
  const url = known && taskLinkFor(route, taskUuid, known.project)
  const facts = Object.entries(readFacts(z.looseObject({}), row))
    .filter(([key]) => !forTeam.includes(key))
    .map(([key, value]) => [key, links.includes(key) ? url : value] as const)
  const flat = typeof shown.flat === 'object' ? { ...shown.flat, url } : shown.flat
  return render({ ...row, facts: JSON.stringify(Object.fromEntries(facts)) }, { ...shown, flat })
}
