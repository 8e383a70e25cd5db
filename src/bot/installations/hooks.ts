import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type EventName, eventNames } from '../../contract/event.ts'
import type { Database } from '../store/database.ts'
import type { BotLanes } from '../store/payloads.ts'

/** A tracker whose events come to our hook. */
export interface Hooks {
  readonly id: number
  readonly subscribe: 'auto' | 'off'
  readonly hookLane: () => string
  /** Rows and jobs that belong to no single installation. */
  readonly database: Database
  readonly lanes: BotLanes
}

/** People wait for these events. Writes are paced, so the last subscription takes 20 s. */
const first: readonly EventName[] = ['comment_new', 'comment_reply', 'project_completed']
const needed = [...new Set([...first, ...eventNames])]

/** Hashed, because the URL contains a secret. */
export const hookLane = (trackerUrl: string, hookUrl: string): string =>
  createHash('sha256').update(`${trackerUrl} ${hookUrl}`).digest('hex').slice(0, 24)

/** Subscribes each event once. The interface cannot list subscriptions, so the job's key records it. */
export const queueHookSubscriptions = (tracker: Hooks): Promise<void> =>
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

export const hooksSubscribed = async ({ lanes }: Pick<Hooks, 'lanes'>, patienceMs: number) => {
  for (let waited = 0; waited < patienceMs; waited += 25) {
    const counts = await lanes.counts()
    if (!counts.some(({ kind, waiting }) => kind === 'hook-subscription' && waiting > 0)) return
    await sleep(25)
  }
}
