import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type EventName, eventNames } from '../../../contract/event.ts'
import type { BotDeps } from '../../deps.ts'
import type { BotJob } from '../../payloads.ts'
import { laneError } from '../tracker/tracker-trouble.ts'

/** What people wait for comes first: writes are paced, so the last follows the first by 20 s. */
const first: readonly EventName[] = ['comment_new', 'comment_reply', 'project_completed']
const needed = [...new Set([...first, ...eventNames])]

const fingerprint = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 24)

/** The lane of one hook on one tracker. The URL holds a secret, so it is not in the name. */
export const hookLane = (trackerUrl: string, hookUrl: string): string =>
  fingerprint(`${trackerUrl} ${hookUrl}`)

/**
 * Subscribes the hook URL to the needed events, each once: the job's key remembers it. The interface has no
 * list of current subscriptions to look at. The URL holds a secret, so it is not in the job.
 */
export const queueHookSubscriptions = async (
  deps: Pick<BotDeps, 'database' | 'lanes' | 'instance'>,
): Promise<void> => {
  const target = deps.instance.hookLane()
  await deps.database.transaction((tx) =>
    deps.lanes.enqueue(
      tx,
      needed.map((event) => ({
        kind: 'hook-subscription' as const,
        lane: target,
        uniqueKey: `${target}:${event}`,
        payload: { event },
      })),
    ),
  )
}

/** Waits until no subscription is outstanding, for as long as one has patience. */
export const hooksSubscribed = async (deps: Pick<BotDeps, 'lanes'>, patienceMs: number): Promise<void> => {
  for (let waited = 0; waited < patienceMs; waited += 25) {
    const counts = await deps.lanes.counts()
    if (!counts.some(({ kind, waiting }) => kind === 'hook-subscription' && waiting > 0)) return
    await sleep(25)
  }
}

/** Lane `hook-subscription`, one a hook and tracker. */
export const subscribeHook =
  (deps: BotDeps, hookUrl: string) =>
  async (job: BotJob<'hook-subscription'>): Promise<void> => {
    try {
      await deps.api.createWebhook({ event_code: job.payload.event, hook_url: hookUrl })
    } catch (error) {
      throw laneError(error)
    }
  }
