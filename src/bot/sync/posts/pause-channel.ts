import { isConfirmedFor, namingInvited, readersKey } from '../../audience/audience.ts'
import {
  changeReaders,
  forgetShared,
  pauseChannel,
  type PauseWhich,
  runningIn,
} from '../../audience/store/subscriptions.ts'
import type { Tx } from '../../store/database.ts'
import { subscriptionPaused } from '../../audience/messages/paused.ts'
import type { BotDeps } from '../../deps/deps.ts'
import type { Channel, Role } from '../../slack/slack.ts'
import { notify } from '../../answers/tell.ts'
import { within } from '../../kit/time.ts'
import { followReaders } from './follow-readers.ts'

/**
 * Pauses a channel's subscriptions and tells each subscriber once, in a direct message. What waits is checked by itself.
 * Does nothing if all are paused already. `reason`: Slack's error code, or a word of `subscriptionPaused`. Returns whether
 * anything was paused.
 */
export const pauseAndTell = async (
  deps: Pick<BotDeps, 'lanes' | 'now' | 'newUuid'>,
  tx: Tx,
  channel: string,
  reason: string,
  which: PauseWhich = {},
): Promise<boolean> => {
  const paused = await pauseChannel(tx, channel, reason, deps.now(), which)
  if (paused.length === 0) return false
  for (const user of new Set(paused.map(({ createdBy }) => createdBy))) {
    const labels = paused.filter(({ createdBy }) => createdBy === user).map(({ label }) => label)
    const message = subscriptionPaused({ channel, labels, reason })
    const at = { channel, ts: `paused-${deps.newUuid()}` }
    await notify(deps, tx, at, { op: 'direct', user, message, orAdmin: true })
  }
  return true
}

/** Pauses the channel's subscriptions that were not confirmed for those who read it now. Returns why, if none goes on. */
export const pauseUnconfirmed = async (deps: BotDeps, seen: Channel): Promise<string | undefined> => {
  const { sql } = deps.database
  const running = await runningIn(sql, seen.id)
  const now = readersKey(seen)
  const unconfirmed: string[] = []
  for (const confirmed of new Set(running.map(({ readers }) => readers))) {
    const named = namingInvited(confirmed, seen)
    if (!isConfirmedFor(confirmed, now)) unconfirmed.push(confirmed)
    else if (named !== confirmed) await changeReaders(sql, seen.id, confirmed, named)
  }
  if (unconfirmed.length === 0) return undefined
  const withoutGuests = readersKey({ ...seen, shared: seen.external, withGuests: false })
  const reason = unconfirmed.every((one) => isConfirmedFor(one, withoutGuests)) ? 'guests' : 'shared'
  await deps.database.transaction(async (tx) => {
    await pauseAndTell(deps, tx, seen.id, reason, { readers: unconfirmed })
    await followReaders(deps, tx, seen.id)
  })
  return running.every(({ readers }) => unconfirmed.includes(readers)) ? reason : undefined
}

/** Slack waits three seconds for its answer. */
const inTimeMs = 2_000

/** Pauses a channel after an event received at `at`, in ms. Newer confirmations stay. */
export const pauseFor = async (deps: BotDeps, channel: string, reason: string, at: number): Promise<void> => {
  deps.slack.forgetChannel(channel)
  await deps.database.transaction(async (tx) => {
    await pauseAndTell(deps, tx, channel, reason, { confirmedBefore: at })
    if (reason === 'shared' || reason === 'guests') await followReaders(deps, tx, channel)
  })
}

const isGuest = (role: Role) => role === 'guest'

/** The first guest in a channel is a reader that no confirmation named: what was confirmed before is paused. */
export const personJoined = async (
  deps: BotDeps,
  channel: string,
  user: string,
  at: number,
): Promise<void> => {
  const { slack } = deps
  if (!isGuest((await slack.person(user)).role)) return
  const others = [...(await slack.peopleIn(channel))].filter((id) => id !== user)
  if (!(await slack.roles(others)).some(isGuest)) await pauseFor(deps, channel, 'guests', at)
}

/** In Enterprise Grid, another workspace of the same organization is not another organization. */
const isWithinOrganization = async ({ slack }: BotDeps, channel: string): Promise<boolean> => {
  if (slack.known()?.enterpriseId === undefined) return false
  const seen = await within(inTimeMs, slack.channel(channel))
  return seen !== undefined && !seen.external
}

export const isShared = async (deps: BotDeps, channel: string, at: number): Promise<void> => {
  deps.slack.forgetChannel(channel)
  if (!(await isWithinOrganization(deps, channel))) await pauseFor(deps, channel, 'shared', at)
}

export const isUnshared = (deps: BotDeps, channel: string): Promise<void> => {
  deps.slack.forgetChannel(channel)
  return deps.database.transaction(async (tx) => {
    await forgetShared(tx.sql, channel)
    await followReaders(deps, tx, channel)
  })
}
