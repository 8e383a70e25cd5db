import { withholdWaiting } from './store/deliveries.ts'
import { forgetShared, pauseChannel, type PauseWhich } from '../../audience/store/subscriptions.ts'
import type { Tx } from '../../store/database.ts'
import { subscriptionPaused } from '../../audience/messages/pause-reasons.ts'
import type { BotDeps } from '../../deps/deps.ts'
import type { Standing } from '../../slack/standing.ts'
import { mark } from '../../answers/marks.ts'
import { within } from '../../kit/within.ts'
import { refreshHomes } from '../../answers/refresh-homes.ts'

/**
 * Pauses a channel's subscriptions, withholds waiting messages and tells each subscriber once, in a direct
 * message. Does nothing if all are paused already. `reason`: Slack's error code, or a word of
 * `subscriptionPaused`. Returns whether anything was paused.
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
  await refreshHomes(deps, tx)
  await withholdWaiting(tx, channel, `the channel was paused: ${reason}`, deps.now())
  for (const user of new Set(paused.map(({ createdBy }) => createdBy))) {
    const labels = paused.filter(({ createdBy }) => createdBy === user).map(({ label }) => label)
    const message = subscriptionPaused({ channel, labels, reason })
    const at = { channel, ts: `paused-${deps.newUuid()}` }
    await mark(deps, tx, at, [{ op: 'direct', user, message, orAdmin: true }])
  }
  return true
}

/** Slack waits three seconds for its answer. */
const inTimeMs = 2_000

/** Pauses a channel after an event received at `at`, in ms. Newer confirmations stay. */
export const pauseFor = async (deps: BotDeps, channel: string, reason: string, at: number): Promise<void> => {
  deps.slack.forgetChannel(channel)
  await deps.database.transaction((tx) => pauseAndTell(deps, tx, channel, reason, { confirmedBefore: at }))
}

const isGuest = (standing: Standing) => standing === 'guest'

/** The first guest in a channel is a reader whom no confirmation named: what was confirmed before is paused. */
export const personJoined = async (
  deps: BotDeps,
  channel: string,
  user: string,
  at: number,
): Promise<void> => {
  const { slack } = deps
  if (!isGuest((await slack.person(user)).standing)) return
  const others = [...(await slack.peopleIn(channel))].filter((id) => id !== user)
  if (!(await slack.standings(others)).some(isGuest)) await pauseFor(deps, channel, 'guests', at)
}

/** In Enterprise Grid, another workspace of the same organization is not another organization. */
const isWithinOrganization = async ({ slack }: BotDeps, channel: string): Promise<boolean> => {
  if (slack.known()?.enterpriseId === undefined) return false
  const seen = await within(inTimeMs, slack.channel(channel))
  return seen !== undefined && (!seen.shared || seen.withGuests)
}

export const isShared = async (deps: BotDeps, channel: string, at: number): Promise<void> => {
  deps.slack.forgetChannel(channel)
  if (!(await isWithinOrganization(deps, channel))) await pauseFor(deps, channel, 'shared', at)
}

export const isUnshared = (deps: BotDeps, channel: string): Promise<void> => {
  deps.slack.forgetChannel(channel)
  return forgetShared(deps.database.sql, channel)
}
