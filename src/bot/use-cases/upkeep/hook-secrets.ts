import { randomBytes } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { waitLeft } from '../../../contract/dates.ts'
import { isEventName } from '../../../contract/event.ts'
import { isSecret, isSignedBy, secretOverlapMs } from '../../../contract/signature.ts'
import type { TrackerConnection } from '../../installations/tracker-connection.ts'
import type { HookSealing } from '../../secrets/hook-sealing.ts'
import { SecretUnreadable, unlessUnreadable } from '../../secrets/secret-unreadable.ts'
import {
  dropExpiredSecrets,
  dropSecrets,
  everySecret,
  keepSecret,
  replaceSecret,
  secretsOf,
} from '../../store/upkeep/hook-secrets.ts'
import { hookJob } from './hook-job.ts'

type Hooks = Omit<TrackerConnection, 'isSigned'>

/** Another node may have stored a newer secret. */
const readEveryMs = 5_000
/** The shortest time between renewals of a subscription whose deliveries are refused. */
const renewEveryMs = 3_600_000

/** Stores the secret from the answer to `POST /v1/webhooks`. An unsigned subscription has none. */
export const storeSecret = (
  { database, hookLane, hookSecrets, sealing, now }: Hooks,
  event: string,
  secret: unknown,
): Promise<void> =>
  database.transaction(async (tx) => {
    const target = hookLane()
    tx.afterCommit(() => (hookSecrets.stale = true))
    await dropExpiredSecrets(tx, now())
    if (!isSecret(secret)) return dropSecrets(tx, target, event)
    const sealed = sealing.seal({ target, event }, secret)
    await keepSecret(tx, { target, event, secret: sealed }, now() + secretOverlapMs)
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

/** A secret that can't be read is replaced by one that nobody has, so that the subscription is renewed. */
const opened = ({ sealing, hookLane, log }: Hooks, event: string, stored: string): string => {
  try {
    return sealing.open({ target: hookLane(), event }, stored)
  } catch (error) {
    if (!(error instanceof SecretUnreadable)) throw error
    log.error({ event, reason: error.message }, 'a signing secret cannot be read')
    return `whsec_${randomBytes(32).toString('base64')}`
  }
}

/** Moves the signing secrets to the newest key. One that can't be read is renewed with the next delivery. */
export const sealNewly = async (
  { sql }: Pick<Hooks['database'], 'sql'>,
  sealing: HookSealing,
): Promise<number> => {
  let done = 0
  for (const kept of await everySecret(sql)) {
    if (sealing.isNewest(kept.secret)) continue
    try {
      await replaceSecret(sql, kept, sealing.seal(kept, sealing.open(kept, kept.secret)))
      done += 1
    } catch (error) {
      unlessUnreadable(error)
    }
  }
  return done
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
    return (read.secrets.get(event) ?? []).map((stored) => opened(hooks, event, stored))
  }
  return async (event: string, headers: IncomingHttpHeaders, body: Buffer): Promise<boolean> => {
    for (const anew of [false, true]) {
      const secrets = await secretsFor(event, anew)
      // The database's clock or this machine's may be wrong.
      const isSigned = [hooks.now(), Date.now()].some((now) => isSignedBy(secrets, headers, body, now))
      if (secrets.length === 0 || isSigned) return true
    }
    hooks.log.warn({ event }, 'a delivery was refused: its signature is missing, wrong or too old')
    await renew(hooks, event)
    return false
  }
}
