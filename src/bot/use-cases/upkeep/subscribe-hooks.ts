import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type EventName, eventNames } from '../../../contract/event.ts'
import type { BotDeps } from '../../deps.ts'
import type { BotJob } from '../../payloads.ts'
import { hookJob } from './hook-job.ts'
import { storeSecret } from './hook-secrets.ts'

/** People wait for these events. Writes are paced, so the last subscription takes 20 s. */
const first: readonly EventName[] = ['comment_new', 'comment_reply', 'project_completed']
const needed = [...new Set([...first, ...eventNames])]

/** Hashed, because the URL contains a secret. */
export const hookLane = (trackerUrl: string, hookUrl: string): string =>
  createHash('sha256').update(`${trackerUrl} ${hookUrl}`).digest('hex').slice(0, 24)

/** Subscribes each event once. The interface cannot list subscriptions, so the job's key records it. */
export const queueHookSubscriptions = async (
  deps: Pick<BotDeps, 'database' | 'lanes' | 'instance'>,
): Promise<void> => {
  const target = deps.instance.hookLane()
  await deps.database.transaction((tx) =>
    deps.lanes.enqueue(
      tx,
      needed.map((event) => hookJob(target, event)),
    ),
  )
}

/** Waits at most `patienceMs` for the queued subscriptions. */
export const hooksSubscribed = async (deps: Pick<BotDeps, 'lanes'>, patienceMs: number): Promise<void> => {
  for (let waited = 0; waited < patienceMs; waited += 25) {
    const counts = await deps.lanes.counts()
    if (!counts.some(({ kind, waiting }) => kind === 'hook-subscription' && waiting > 0)) return
    await sleep(25)
  }
}

export const subscribeHook =
  (deps: BotDeps, hookUrl: string) =>
  async (job: BotJob<'hook-subscription'>): Promise<void> => {
    const { event } = job.payload
    const { secret } = await deps.api.createWebhook({ event_code: event, hook_url: hookUrl })
    await storeSecret(deps, event, secret)
  }
