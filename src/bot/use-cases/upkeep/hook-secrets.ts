import type { IncomingHttpHeaders } from 'node:http'
import { waitLeft } from '../../../contract/dates.ts'
import { isEventName } from '../../../contract/event.ts'
import { isSecret, isSignedBy, secretOverlapMs } from '../../../contract/signature.ts'
import type { BotDeps } from '../../deps.ts'
import { dropExpiredSecrets, dropSecrets, keepSecret, secretsOf } from '../../store/upkeep/hook-secrets.ts'
import { hookJob } from './hook-job.ts'

type Deps = Pick<BotDeps, 'database' | 'lanes' | 'instance' | 'log' | 'now'>

/** Another node may have got a secret meanwhile. */
const readEveryMs = 5_000
/** A subscription whose deliveries are refused is renewed at most this often. */
const renewEveryMs = 3_600_000

/** What `POST /v1/webhooks` answered with: an unsigned subscription has no secret. */
export const storeSecret = (
  { database, instance, now }: Deps,
  event: string,
  secret: unknown,
): Promise<void> =>
  database.transaction(async (tx) => {
    const target = instance.hookLane()
    tx.afterCommit(() => (instance.hookSecrets.stale = true))
    await dropExpiredSecrets(tx, now())
    if (!isSecret(secret)) return dropSecrets(tx, target, event)
    await keepSecret(tx, { target, event, secret }, now() + secretOverlapMs)
  })

/**
 * The secret that the tracker signs with is not ours: a database was restored, or somebody subscribed our URL anew.
 * A new subscription brings a new one, and the tracker delivers the event again.
 */
const renew = async ({ database, lanes, instance, now }: Deps, event: string): Promise<void> => {
  if (instance.subscribe === 'off' || !isEventName(event)) return
  const job = hookJob(instance.hookLane(), event, String(Math.floor(now() / renewEveryMs)))
  await database.transaction((tx) => lanes.enqueue(tx, [job]))
}

/** Whether a delivery is one of the tracker's: where a subscription has a secret, a signature must prove it. */
export const hookSignatures = (deps: Deps) => {
  let read: { at: number; secrets: ReadonlyMap<string, readonly string[]> } | undefined
  const secretsFor = async (event: string, anew: boolean) => {
    const now = deps.now()
    const { hookSecrets } = deps.instance
    if (!read || anew || hookSecrets.stale || waitLeft(read.at, readEveryMs, now) === 0) {
      hookSecrets.stale = false
      read = { at: now, secrets: await secretsOf(deps.database.sql, deps.instance.hookLane(), now) }
    }
    return read.secrets.get(event) ?? []
  }
  return async (event: string, headers: IncomingHttpHeaders, body: Buffer): Promise<boolean> => {
    for (const anew of [false, true]) {
      const secrets = await secretsFor(event, anew)
      if (secrets.length === 0 || isSignedBy(secrets, headers, body, deps.now())) return true
    }
    deps.log.warn({ event }, 'a delivery was refused: its signature is missing, wrong or too old')
    await renew(deps, event)
    return false
  }
}
