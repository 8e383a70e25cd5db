import { restoredReason } from '../../../lanes/lanes.ts'
import { muteFacts } from '../../audience/messages/paused.ts'
import { muteOf } from '../../store/channel-settings.ts'
import * as store from '../../sync/store/failures.ts'
import { type Subscription, subscriptionsOf } from '../../store/subscriptions.ts'
import { status, failuresSettled } from './messages/status.ts'
import { type Actor, type Here, may } from '../../audience/actor.ts'
import type { BotDeps } from '../../deps/deps.ts'
import { unusable } from './health.ts'
import type { Answer } from '../../answers/answer.ts'
import { monthTurns } from './quota.ts'
import { dayMs } from '../../kit/time.ts'
import { adminsOnly } from '../../audience/messages/not-here.ts'
import { doctor, doctorRunning } from './messages/doctor.ts'
import { appChecks, type Check, findingsOf } from './doctor/app.ts'
import { slackChecks } from './doctor/slack.ts'
import { trackerChecks } from './doctor/tracker.ts'
import { settleInbox } from '../../store/inbox.ts'
import { settleUnposted } from '../../sync/store/due-post.ts'
import { setReply } from '../../sync/store/replies.ts'
import { jobRows } from '../../store/payloads.ts'
import { postJob } from '../../sync/store/posts.ts'
import { sendAgain } from '../../sync/replies/refuse-reply.ts'

/** `all` if the channel subscribes to an account or everything. */
const projectsOf = (subscriptions: readonly Subscription[]): readonly string[] | 'all' =>
  subscriptions.some(({ scope }) => scope !== 'project') ? 'all' : subscriptions.map(({ target }) => target)

const withKind = <const W>(what: W, failures: readonly store.Failure[]) =>
  failures.map((one) => ({ what, ...one }))

const usageOf = async (deps: BotDeps) => {
  const { used, quota } = await deps.api.getUsage({}).catch(() => ({ used: undefined, quota: undefined }))
  return used === undefined || quota === undefined ? undefined : { used, quota }
}

const waitingOf = async (deps: BotDeps) => {
  const counts = await deps.lanes.counts()
  const waitingIn = (kind: string) => counts.find((count) => count.kind === kind)?.waiting ?? 0
  // Scheduled work waits for its time, which is not a delay.
  const shown = counts.filter(({ kind, waiting }) => waiting > 0 && ['event', 'post', 'reply'].includes(kind))
  const oldestMs = Math.max(0, ...shown.map((count) => count.oldestMs))
  return { events: waitingIn('event'), messages: waitingIn('post'), comments: waitingIn('reply'), oldestMs }
}

const quotaOf = (deps: BotDeps, actor: Actor) => {
  const reachedAt = deps.tracker?.quota?.reachedAt()
  if (reachedAt === undefined) return undefined
  return { since: reachedAt, turns: monthTurns(deps.now()), canResume: may(actor, 'administer') }
}

export const showStatus = async (deps: BotDeps, actor: Here): Promise<Answer> => {
  const { channel } = actor.place
  const { sql } = deps.database
  const subscriptions = await subscriptionsOf(sql, channel)
  const last = await store.lastPosted(sql, channel)
  const lagMs = last && last.postedAt !== null ? last.postedAt - last.receivedAt : undefined
  const mute = await muteOf(sql, deps.now(), channel)
  const leftOut = await store.leftOutSince(sql, channel, deps.now() - dayMs)
  const failures = [
    ...withKind('message', await store.failedMessages(sql, channel)),
    ...withKind('comment', await store.failedReplies(sql, channel)),
    ...withKind('event', await store.failedEvents(sql, projectsOf(subscriptions))),
    ...withKind('job', may(actor, 'administer') ? await store.failedJobs(sql) : []),
  ]
  const reasons = await unusable(deps)
  // This call may be the first to hear that the quota is used up.
  const usage = await usageOf(deps)
  const stopped = quotaOf(deps, actor)
  return {
    message: status({
      lastEventAt: last?.receivedAt,
      lagMs,
      waiting: await waitingOf(deps),
      failures,
      paused: subscriptions.filter(({ paused }) => paused !== undefined).length,
      reasons: stopped ? reasons.filter((reason) => !reason.includes('monthly quota')) : reasons,
      usage,
      stopped,
      mute: muteFacts(mute),
      leftOut,
    }),
  }
}

const checks: readonly Check[] = [...slackChecks, ...trackerChecks, ...appChecks]

/** Only for admins, because it shows the configuration. */
export const runDoctor = async (deps: BotDeps, actor: Actor): Promise<Answer> => {
  if (!may(actor, 'administer')) return { message: adminsOnly({ action: 'run the doctor' }) }
  return {
    message: doctorRunning(),
    later: async () => {
      const findings = await Promise.all(checks.map((check) => findingsOf(check, deps, deps)))
      return { message: doctor({ findings: findings.flat() }) }
    },
  }
}

const retryMessages = async (deps: BotDeps, channel: string): Promise<number> =>
  deps.database.transaction(async (tx) => {
    const failed = await store.failedPosts(tx.sql, channel)
    for (const row of failed) await store.retryPost(tx.sql, row)
    const ids = failed.map(({ id }) => id)
    await store.closeAside(tx.sql, 'post', ids, deps.now())
    await deps.lanes.enqueue(
      tx,
      failed.map((row) => postJob(row)),
    )
    return ids.length
  })

const eventsAside = async (deps: BotDeps, channel: string) => {
  const { sql } = deps.database
  return store.asideEventRows(sql, projectsOf(await subscriptionsOf(sql, channel)))
}

const retryEvents = async (deps: BotDeps, channel: string): Promise<number> => {
  const failed = new Set((await eventsAside(deps, channel)).map(({ id }) => id))
  const aside = await deps.lanes.aside({ kind: 'event', limit: 1_000 })
  const jobs = aside.filter(({ payload }) =>
    failed.has(jobRows.event.payload.safeParse(payload).data?.inbox ?? -1),
  )
  return deps.lanes.replay(jobs.map(({ seq }) => seq))
}

/** Of work that no channel's status counts. */
const jobsAside = async (deps: BotDeps, actor: Actor) =>
  may(actor, 'administer') ? store.jobsAside(deps.database.sql, 1_000) : []

/** *Retry*: all failures here, except unconfirmed comments, which only their author may send again. */
export const retryFailures = async (deps: BotDeps, actor: Here): Promise<Answer> => {
  const { channel } = actor.place
  const { sql } = deps.database
  let count = (await retryMessages(deps, channel)) + (await retryEvents(deps, channel))
  for (const { id, user_id: user } of await store.failedReplyRows(sql, channel, ['refused'])) {
    if (await sendAgain(deps, id, user)) count += 1
  }
  // What waited in a backup may have been done since, and nothing can tell: such a job can only be skipped.
  const again = (await jobsAside(deps, actor)).filter(({ cause }) => cause !== restoredReason)
  count += await deps.lanes.replay(again.map(({ seq }) => seq))
  const { length: unconfirmed } = await store.failedReplyRows(sql, channel, ['unconfirmed'])
  return { message: failuresSettled({ done: 'retried', count, unconfirmed }), replace: true }
}

/** *Skip*: gives up all failures in the channel. Their posts stay, with the person's id. */
export const skipFailures = async (deps: BotDeps, actor: Here): Promise<Answer> => {
  const { user, place } = actor
  const { channel } = place
  const events = await eventsAside(deps, channel)
  const jobs = await jobsAside(deps, actor)
  const count = await deps.database.transaction(async (tx) => {
    const messages = await store.failedPosts(tx.sql, channel)
    const replies = await store.failedReplyRows(tx.sql, channel, ['refused', 'unconfirmed'])
    const now = deps.now()
    const error = `skipped by ${user}`
    for (const row of messages) await settleUnposted(tx.sql, row, { state: 'skipped', error }, now)
    for (const { id } of replies) await setReply(tx.sql, id, { state: 'cancelled', error, settled_at: now })
    for (const { id } of events) await settleInbox(tx, id, 'dropped', error, now)
    const idsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => id)
    await store.closeAside(tx.sql, 'post', idsOf(messages), now)
    await store.closeAside(tx.sql, 'reply', idsOf(replies), now)
    await store.closeAside(tx.sql, 'event', idsOf(events), now)
    await store.endAside(tx.sql, jobs, now)
    return messages.length + replies.length + events.length + jobs.length
  })
  return { message: failuresSettled({ done: 'skipped', count }), replace: true }
}
