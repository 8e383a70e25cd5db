import type { Queries, Tx } from '../database.ts'

/** Valid secrets by event, as they are stored. A replaced secret stays valid until `kept_until`. */
export const secretsOf = async (
  sql: Queries,
  target: string,
  now: number,
): Promise<Map<string, string[]>> => {
  const rows = await sql
    .selectFrom('hook_secret')
    .select(['event', 'secret'])
    .where('target', '=', target)
    .where((eb) => eb.or([eb('kept_until', 'is', null), eb('kept_until', '>', now)]))
    .execute()
  const byEvent = Map.groupBy(rows, ({ event }) => event)
  return new Map([...byEvent].map(([event, own]) => [event, own.map(({ secret }) => secret)]))
}

export interface KeptSecret {
  readonly target: string
  readonly event: string
  readonly secret: string
}

/** Replaces the event's secrets. The old ones stay valid until `formerUntil`. */
export const keepSecret = async (tx: Tx, kept: KeptSecret, formerUntil: number): Promise<void> => {
  const own = tx.sql.updateTable('hook_secret').where('target', '=', kept.target)
  await own
    .set({ kept_until: formerUntil })
    .where('event', '=', kept.event)
    .where('kept_until', 'is', null)
    .execute()
  await tx.sql
    .insertInto('hook_secret')
    .values({ ...kept, kept_until: null })
    .onConflict((conflict) =>
      conflict.columns(['target', 'event', 'secret']).doUpdateSet({ kept_until: null }),
    )
    .execute()
}

/** The tracker gave no secret: it no longer signs this event's deliveries. */
export const dropSecrets = async (tx: Tx, target: string, event: string): Promise<void> => {
  await tx.sql.deleteFrom('hook_secret').where('target', '=', target).where('event', '=', event).execute()
}

/** Of all trackers, as they are stored. */
export const everySecret = (sql: Queries): Promise<KeptSecret[]> =>
  sql.selectFrom('hook_secret').select(['target', 'event', 'secret']).execute()

export const replaceSecret = async (sql: Queries, kept: KeptSecret, secret: string): Promise<void> => {
  await sql
    .updateTable('hook_secret')
    .set({ secret })
    .where('target', '=', kept.target)
    .where('event', '=', kept.event)
    .where('secret', '=', kept.secret)
    .execute()
}

export const dropExpiredSecrets = async (tx: Tx, now: number): Promise<void> => {
  await tx.sql.deleteFrom('hook_secret').where('kept_until', '<=', now).execute()
}
