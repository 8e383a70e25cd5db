import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type EventName, eventNames } from '../../contract/event.ts'
import type { TrackerConnection } from './tracker-connection.ts'
import type { BotJob } from '../store/payloads.ts'

/** People wait for these events. Writes are paced, so the last subscription takes 20 s. */
const first: readonly EventName[] = ['comment_new', 'comment_reply', 'project_completed']
const needed = [...new Set([...first, ...eventNames])]

/** Hashed, because the URL contains a secret. */
export const hookLane = (trackerUrl: string, hookUrl: string): string =>
  createHash('sha256').update(`${trackerUrl} ${hookUrl}`).digest('hex').slice(0, 24)

/** Subscribes each event once. The interface cannot list subscriptions, so the job's key records it. */
export const queueHookSubscriptions = (tracker: TrackerConnection): Promise<void> =>
  tracker.database.transaction((tx) =>
    tracker.lanes.enqueue(
      tx,
      needed.map((event) => ({
        kind: 'hook-subscription' as const,
        lane: tracker.hookLane(),
        uniqueKey: `${tracker.hookLane()}:${event}`,
        payload: { event, tracker: tracker.id },
      })),
    ),
  )

/** Waits at most `patienceMs` for the queued subscriptions. */
export const hooksSubscribed = async (
  { lanes }: Pick<TrackerConnection, 'lanes'>,
  patienceMs: number,
): Promise<void> => {
  for (let waited = 0; waited < patienceMs; waited += 25) {
    const counts = await lanes.counts()
    if (!counts.some(({ kind, waiting }) => kind === 'hook-subscription' && waiting > 0)) return
    await sleep(25)
  }
}

export const subscribeHook = async (
  tracker: TrackerConnection,
  job: BotJob<'hook-subscription'>,
): Promise<void> => {
  await tracker.api.createWebhook({ event_code: job.payload.event, hook_url: tracker.hookUrl() })
}
