import { forgetShared, pauseChannel, type PauseWhich, resumeChannel } from '../../store/pauses.ts'
import { isConfirmedFor, isKnownShared, keyOfOutsiders } from '../../audience/audience.ts'
import { runningIn, allSubscriptions } from '../../store/subscriptions.ts'
import type { Tx } from '../../store/database.ts'
import { messageRefused, subscriptionPaused } from '../../audience/messages/paused.ts'
import type { BotDeps } from '../../deps/deps.ts'
import type { Channel } from '../../slack/slack.ts'
import { notify } from '../../answers/notify.ts'
import { within } from '../../kit/time.ts'
import { type PostRow, deletePost, waitingIn } from '../store/posts.ts'
import { changeSubscriptions, followReaders } from './follow-readers.ts'
import { movedTo, moveChannel } from '../store/move-channel.ts'
import type { BotJob } from '../../store/payloads.ts'
import { isCard, isForReaders, isRemoval, passes } from '../kinds/kinds.ts'
import { isInDoubt, settleUnposted } from '../store/due-post.ts'

/** Tells each subscriber once. Guards withhold what waits. `reason`: for `pauseReason`. False if all were paused already. */
export const pauseAndTell = async (
  deps: BotDeps,
  tx: Tx,
  channel: string,
  reason: string,
  which: PauseWhich = {},
): Promise<boolean> => {
  const paused = await changeSubscriptions(deps, tx, channel, (changing) =>
    pauseChannel(changing, channel, reason, deps.now(), which),
  )
  if (paused.length === 0) return false
  for (const user of new Set(paused.map(({ createdBy }) => createdBy))) {
    const labels = paused.filter(({ createdBy }) => createdBy === user).map(({ label }) => label)
    const message = subscriptionPaused({ channel, labels, reason })
    const at = { channel, ts: `paused-${deps.newUuid()}` }
    await notify(deps, tx, at, { op: 'direct', user, message, orAdmin: true })
  }
  return true
}

/** Tells those who subscribed the channel that Slack refuses a message for good: once for each reason. */
export const tellOfRefusal = async (deps: BotDeps, tx: Tx, channel: string, code: string): Promise<void> => {
  const subscribers = new Set((await runningIn(tx.sql, channel)).map(({ createdBy }) => createdBy))
  const message = messageRefused({ channel, code })
  for (const user of subscribers) {
    const at = { channel, ts: `refused-${code}` }
    await notify(
      deps,
      tx,
      at,
      { op: 'direct', user, message, orAdmin: true },
      `refused-${code}:${channel}:${user}`,
    )
  }
}

/** Pauses the subscriptions that were not confirmed for the channel's readers. Returns the reason if none goes on. */
export const pauseUnconfirmed = async (deps: BotDeps, seen: Channel): Promise<string | undefined> => {
  const { sql } = deps.database
  const running = await runningIn(sql, seen.id)
  const now = keyOfOutsiders(seen)
  const unconfirmed = running.map(({ readers }) => readers).filter((one) => !isConfirmedFor(one, now))
  if (unconfirmed.length === 0) return undefined
  const withoutGuests = keyOfOutsiders({ ...seen, shared: seen.external, withGuests: false })
  const isGuests = unconfirmed.every((one) => isConfirmedFor(one, withoutGuests))
  const reason = now === 'unknown' ? 'readers_unknown' : isGuests ? 'guests' : 'shared'
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

/** What is stored of the channel, and what waits for it, gets its new id. */
const moveAll = async (deps: BotDeps, tx: Tx, from: string, to: string): Promise<void> => {
  await changeSubscriptions(deps, tx, from, (changing) =>
    moveChannel(changing, { from, to, now: deps.now() }),
  )
  await deps.lanes.rename(tx, from, to)
}

/**
 * Slack gave the channel a new id: what is stored of it, and what waits for it, goes on by that. Others may read it now,
 * so what was confirmed before `at`, in ms, is paused.
 */
export const followChannel = async (deps: BotDeps, from: string, to: string, at: number): Promise<void> => {
  for (const channel of [from, to]) deps.slack.forgetChannel(channel)
  await deps.database.transaction(async (tx) => {
    await moveAll(deps, tx, from, to)
    await pauseAndTell(deps, tx, to, 'channel_id_changed', { confirmedBefore: at })
  })
}

/** Moves what was stored with the former id while the channel moved. False if the channel did not move. */
export const followAgain = async (deps: BotDeps, from: string): Promise<boolean> => {
  const to = await movedTo(deps.database.sql, from)
  if (to === undefined) return false
  await deps.database.transaction((tx) => moveAll(deps, tx, from, to))
  return true
}

/** Looks again who reads the channel, and pauses what was not confirmed for them. */
const checkReaders = async (deps: BotDeps, channel: string): Promise<void> => {
  deps.slack.forgetChannel(channel)
  const seen = await deps.slack.channel(channel)
  if (isKnownShared({ ...seen, readers: keyOfOutsiders(seen) })) await pauseUnconfirmed(deps, seen)
}

/**
 * The first guest in a channel is a reader that no confirmation named: what was confirmed before is paused. Slack's list
 * of members may not have them yet.
 */
export const personJoined = async (deps: BotDeps, channel: string, user: string, at: number) => {
  const { slack } = deps
  const { role } = await slack.person(user)
  if (role === 'stranger') return checkReaders(deps, channel)
  if (role !== 'guest') return
  const others = new Set((await slack.channel(channel)).members)
  others.delete(user)
  const { outsiders } = await slack.outsidersAmong(others)
  if (!outsiders.some((one) => one.role === 'guest')) await pauseFor(deps, channel, 'guests', at)
}

/** A colleague who became a guest reads channels that were confirmed for the team alone. */
export const personChanged = async (deps: BotDeps, user: { id: string }): Promise<void> => {
  const changed = await deps.slack.personChanged(user)
  if (changed?.role !== 'guest') return
  const subscribed = new Set((await allSubscriptions(deps.database.sql)).map(({ channel }) => channel))
  if (subscribed.size === 0) return
  const theirs = await deps.slack.channelsOf(changed.id)
  for (const channel of subscribed) if (theirs.has(channel)) await checkReaders(deps, channel)
}

/** In Enterprise Grid, another workspace of the same organization is not another organization. */
const isWithinOrganization = async ({ slack }: BotDeps, channel: string): Promise<boolean> => {
  if (slack.knownIdentity()?.enterpriseId === undefined) return false
  const seen = await within(inTimeMs, slack.channel(channel))
  return seen !== undefined && !seen.external
}

export const onShared = async (deps: BotDeps, channel: string, at: number): Promise<void> => {
  deps.slack.forgetChannel(channel)
  if (!(await isWithinOrganization(deps, channel))) await pauseFor(deps, channel, 'shared', at)
}

export const onUnshared = (deps: BotDeps, channel: string): Promise<void> => {
  deps.slack.forgetChannel(channel)
  return deps.database.transaction(async (tx) => {
    await changeSubscriptions(deps, tx, channel, (changing) => forgetShared(changing, channel))
    await followReaders(deps, tx, channel)
  })
}

/** What a person did stays; so do removals, and changes of who reads replies. */
const stays = (row: PostRow): boolean =>
  row.ts === null ? passes(row, 'pause') : isRemoval(row) || isForReaders(row)

/** Cancels what waits when somebody confirms other readers. A waiting card is deleted: the next one is made for them. */
export const withholdWaiting = async (tx: Tx, channel: string, reason: string, now: number) => {
  for (const row of await waitingIn(tx.sql, channel)) {
    if (isCard(row.kind) && row.ts === null) {
      if (!isInDoubt(row)) await deletePost(tx.sql, row)
    } else if (!stays(row)) await settleUnposted(tx.sql, row, { state: 'skipped', error: reason }, now)
  }
}

/** Slack's error for a channel of a workspace that an organization-wide app is not in. */
const notInWorkspace = 'team_access_not_granted'

/** Slack doesn't say in which channels the app still is. `reason`: for `pauseReason`, where it isn't. */
const lookIntoChannels = (deps: BotDeps, reason: string): Promise<void> =>
  deps.database.transaction(async (tx) => {
    const channels = new Set((await allSubscriptions(tx.sql)).map(({ channel }) => channel))
    const jobs = [...channels].map(
      (channel) => ({ kind: 'workspaces', lane: channel, payload: { channel, reason } }) as const,
    )
    await deps.lanes.enqueue(tx, jobs)
  })

/** An organization's admin added the app to workspaces, or removed it. */
export const workspacesChanged = async (deps: BotDeps): Promise<void> => {
  deps.slack.forgetWorkspaces()
  await lookIntoChannels(deps, notInWorkspace)
}

/** After an install: an earlier removal took the app out of every channel. A new token alone changes nothing. */
export const pauseLeftChannels = (deps: BotDeps): Promise<void> => lookIntoChannels(deps, 'not_in_channel')

/** The app is in the channel again: what was paused because of its workspace goes on. */
export const onBack = (deps: BotDeps, channel: string): Promise<boolean> =>
  deps.database.transaction((tx) =>
    changeSubscriptions(deps, tx, channel, (changing) => resumeChannel(changing, channel, notInWorkspace)),
  )

/** Lane `workspaces`, one a channel. */
export const followWorkspaces = async (deps: BotDeps, { payload }: BotJob<'workspaces'>) => {
  const { channel, reason } = payload
  deps.slack.forgetChannel(channel)
  const { member } = await deps.slack.channel(channel)
  if (member) await onBack(deps, channel)
  else await deps.database.transaction((tx) => pauseAndTell(deps, tx, channel, reason))
}
