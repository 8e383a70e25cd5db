import {
  adminsOnly,
  guestsMayNot,
  notAllowed,
  notKnownWho,
  directMessage,
  hiddenConversation,
  notInChannel,
  notYourChannel,
} from './messages/not-here.ts'
import type { Message } from '../kit/message.ts'
import type { BotDeps } from '../deps/deps.ts'
import type { Role } from '../slack/slack.ts'
import { coversAny, type RoutedProject } from './store/covers.ts'
import { runningIn } from './store/subscriptions.ts'
import type { Queries } from '../store/database.ts'
import { taskWithProject } from '../store/known-of-task.ts'
import type { Actor } from './actor.ts'
import { receivesAsShared } from './audience.ts'

/** In ascending order: each right includes those before it. */
export const rights = [
  /** For actions that neither show nor change anything. */
  'nothing',
  /** Comment on tasks that the channel may see. */
  'comment',
  /** Look up what the channel is subscribed to. */
  'ask here',
  /** Use everything in the tracker, and the channels that the person is in. */
  'work',
  'administer',
] as const
export type Right = (typeof rights)[number]

export const highest: Readonly<Record<Role, Right>> = {
  admin: 'administer',
  member: 'work',
  guest: 'ask here',
  stranger: 'comment',
  unknown: 'comment',
}

export const may = ({ role }: Pick<Actor, 'role'>, right: Right): boolean =>
  rights.indexOf(highest[role]) >= rights.indexOf(right)

export const refusal = (actor: Pick<Actor, 'role'>, right: Right): Message => {
  const { role } = actor
  if (may(actor, 'work') && right === 'administer') return adminsOnly({ action: 'do this' })
  if (role === 'guest') return guestsMayNot()
  return role === 'unknown' ? notKnownWho() : notAllowed()
}

type Refused = { message: Message } | undefined

/** Checks who may change what a channel receives. From elsewhere, only its members may. */
export const maySteer = async (deps: BotDeps, actor: Actor, channel: string): Promise<Refused> => {
  if (!may(actor, 'work')) return { message: refusal(actor, 'work') }
  const { kind, member, archived } = await deps.slack.channel(channel)
  if (kind === 'hidden') return { message: hiddenConversation() }
  if (kind !== 'channel') return { message: directMessage() }
  if (!member || archived) return { message: notInChannel() }
  if (channel === actor.place?.channel || (await deps.slack.isIn(channel, actor.user))) return undefined
  return { message: notYourChannel({ channel }) }
}

/** `internal` is undefined when unknown, which counts as internal. */
export interface About {
  project: RoutedProject
  task?: { internal: boolean | undefined }
}

/** Outsiders know only what their channel receives, and nothing internal. */
export const mayKnow = async (
  deps: Pick<BotDeps, 'database'>,
  actor: Actor,
  { project, task }: About,
): Promise<boolean> => {
  if (may(actor, 'work')) return true
  if (!may(actor, 'comment') || !actor.place) return false
  if (task && task.internal !== false) return false
  return receivesAsShared(deps, actor.place, project)
}

/** Decides from stored facts, because the caller cannot wait for the tracker. */
export const mayKnowTask = async (
  deps: Pick<BotDeps, 'database'>,
  actor: Actor,
  taskUuid: string,
): Promise<boolean> => {
  if (may(actor, 'work')) return true
  const known = await taskWithProject(deps.database.sql, taskUuid)
  if (!known) return false
  const { task, project } = known
  return mayKnow(deps, actor, { project, task: { internal: task.isInternal } })
}

/**
 * The task's name, if every reader of the channel may know it, for messages that can't wait until Slack says who
 * reads the channel. Subscriptions from before outsiders came are paused.
 */
export const nameForAll = async (
  sql: Queries,
  channel: string,
  taskUuid: string,
): Promise<string | undefined> => {
  const known = await taskWithProject(sql, taskUuid)
  if (known?.task.isInternal !== false) return undefined
  return coversAny(await runningIn(sql, channel), known.project) ? known.task.name : undefined
}

/** In a thread that already shows the task; outsiders lose the right when the task becomes internal. */
export const mayComment = (by: Pick<Actor, 'role'>, isInternal: boolean): boolean =>
  may(by, 'work') || (may(by, 'comment') && !isInternal)
