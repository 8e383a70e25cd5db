import { asideEventRows, closeAside, failedPosts, failedReplyRows } from '../../sync/posts/store/failures.ts'
import { settleInbox } from '../../sync/events/store/inbox.ts'
import { retryPost, settleUnposted } from '../../sync/posts/store/attempts.ts'
import { setReply } from '../../sync/replies/store/replies.ts'
import { subscriptionsOf } from '../../audience/store/subscriptions.ts'
import { failuresSettled } from './messages/status.ts'
import type { Here } from '../../audience/actor.ts'
import type { BotDeps } from '../../deps/deps.ts'
import { payloads, postJob } from '../../store/payloads.ts'
import type { Answer } from '../../answers/answer.ts'
import { sendAgain } from '../../sync/replies/retry-reply.ts'
import { projectsOf } from './show-status.ts'

const retryMessages = async (deps: BotDeps, channel: string): Promise<number> =>
  deps.database.transaction(async (tx) => {
    const failed = await failedPosts(tx.sql, channel)
    for (const row of failed) await retryPost(tx.sql, row)
    const ids = failed.map(({ id }) => id)
    await closeAside(tx.sql, 'post', ids, deps.now())
    await deps.lanes.enqueue(
      tx,
      ids.map((post) => postJob(channel, post)),
    )
    return ids.length
  })

const asideJobs = async (deps: BotDeps, inboxIds: ReadonlySet<number>) => {
  const jobs = await deps.lanes.aside({ kind: 'event', limit: 1_000 })
  return jobs.filter(({ payload }) => inboxIds.has(payloads.event.safeParse(payload).data?.inbox ?? -1))
}

const eventsAside = async (deps: BotDeps, channel: string) => {
  const { sql } = deps.database
  return asideEventRows(sql, projectsOf(await subscriptionsOf(sql, channel)))
}

const retryEvents = async (deps: BotDeps, channel: string): Promise<number> => {
  const events = await eventsAside(deps, channel)
  const jobs = await asideJobs(deps, new Set(events.map(({ id }) => id)))
  return deps.lanes.replay(jobs.map(({ seq }) => seq))
}

/** *Retry*: all failures here, except unconfirmed comments, which only their author may send again. */
export const retryFailures = async (deps: BotDeps, { place: { channel } }: Here): Promise<Answer> => {
  let count = (await retryMessages(deps, channel)) + (await retryEvents(deps, channel))
  for (const { id, user_id: user } of await failedReplyRows(deps.database.sql, channel, ['refused'])) {
    if (await sendAgain(deps, id, user)) count += 1
  }
  return { message: failuresSettled({ done: 'retried', count }), replace: true }
}

/** *Skip*: gives up all failures in the channel. Their posts stay, with the person's id. */
export const skipFailures = async (deps: BotDeps, { user, place }: Here): Promise<Answer> => {
  const { channel } = place
  const events = await eventsAside(deps, channel)
  const count = await deps.database.transaction(async (tx) => {
    const messages = await failedPosts(tx.sql, channel)
    const replies = await failedReplyRows(tx.sql, channel, ['refused', 'unconfirmed'])
    const now = deps.now()
    const error = `skipped by ${user}`
    for (const row of messages) await settleUnposted(tx.sql, row, { state: 'skipped', error }, now)
    for (const { id } of replies) await setReply(tx.sql, id, { state: 'cancelled', error, settled_at: now })
    for (const { id } of events) await settleInbox(tx, id, 'dropped', error, now)
    const idsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => id)
    await closeAside(tx.sql, 'post', idsOf(messages), now)
    await closeAside(tx.sql, 'reply', idsOf(replies), now)
    await closeAside(tx.sql, 'event', idsOf(events), now)
    return messages.length + replies.length + events.length
  })
  return { message: failuresSettled({ done: 'skipped', count }), replace: true }
}
