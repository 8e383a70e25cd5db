import type { IncomingHttpHeaders } from 'node:http'
import { waitLeft } from '../../../contract/dates.ts'
import { isEventName } from '../../../contract/event.ts'
import { isSecret, isSignedBy, secretOverlapMs } from '../../../contract/signature.ts'
import type { TrackerConnection } from '../../installations/tracker-connection.ts'
import { dropExpiredSecrets, dropSecrets, keepSecret, secretsOf } from '../../store/upkeep/hook-secrets.ts'
import { hookJob } from './hook-job.ts'

type Hooks = Omit<TrackerConnection, 'isSigned'>

/** Another node may have stored a newer secret. */
const readEveryMs = 5_000
/** The shortest time between renewals of a subscription whose deliveries are refused. */
const renewEveryMs = 3_600_000

/** Stores the secret from the answer to `POST /v1/webhooks`. An unsigned subscription has none. */
export const storeSecret = (
  { database, hookLane, hookSecrets, now }: Hooks,
  event: string,
  secret: unknown,
): Promise<void> =>
  database.transaction(async (tx) => {
    const target = hookLane()
    tx.afterCommit(() => (hookSecrets.stale = true))
    await dropExpiredSecrets(tx, now())
    if (!isSecret(secret)) return dropSecrets(tx, target, event)
    await keepSecret(tx, { target, event, secret }, now() + secretOverlapMs)
  })

/**
 * Subscribes again when the tracker signs with another secret: a database was restored, or someone else
 * subscribed our URL. The new subscription has a new secret, and the tracker repeats the delivery.
 */
const renew = async (hooks: Hooks, event: string): Promise<void> => {
  const { database, lanes, subscribe, now } = hooks
  if (subscribe === 'off' || !isEventName(event)) return
  const job = hookJob(hooks, event, String(Math.floor(now() / renewEveryMs)))
  await database.transaction((tx) => lanes.enqueue(tx, [job]))
}

/** Checks a delivery's signature if its subscription has a secret. Otherwise accepts it. */
export const hookSignatures = (hooks: Hooks) => {
  let read: { at: number; secrets: ReadonlyMap<string, readonly string[]> } | undefined
  const secretsFor = async (event: string, anew: boolean) => {
    const now = hooks.now()
    const { hookSecrets } = hooks
    if (!read || anew || hookSecrets.stale || waitLeft(read.at, readEveryMs, now) === 0) {
      hookSecrets.stale = false
      read = { at: now, secrets: await secretsOf(hooks.database.sql, hooks.hookLane(), now) }
    }
    return read.secrets.get(event) ?? []
  }
  return async (event: string, headers: IncomingHttpHeaders, body: Buffer): Promise<boolean> => {
    for (const anew of [false, true]) {
      const secrets = await secretsFor(event, anew)
      if (secrets.length === 0 || isSignedBy(secrets, headers, body, hooks.now())) return true
    }
    hooks.log.warn({ event }, 'a delivery was refused: its signature is missing, wrong or too old')
    await renew(hooks, event)
    return false
  }
}
