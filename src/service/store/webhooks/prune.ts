import { type DeleteResult, sql as raw } from 'kysely'
import type { Queries } from '../database.ts'

/** Of every organization: what is over is nobody's any more. All three say how many rows they deleted. */
export type Prune = (sql: Queries, before: number, limit: number) => Promise<number>

const deleted = async (deletion: { executeTakeFirst(): Promise<DeleteResult> }): Promise<number> =>
  Number((await deletion.executeTakeFirst()).numDeletedRows)

/** Deliveries that arrived before a time in ms, the oldest first. What waits or was set aside stays. */
export const pruneDelivered: Prune = (sql, before, limit) => {
  const old = sql
    .selectFrom('webhook_delivery')
    .select('id')
    // Literal, so that both engines see that the partial index holds it.
    .where(raw<boolean>`state = 'delivered'`)
    .where('settled_at', '<', before)
    .orderBy('settled_at')
    .limit(limit)
  return deleted(sql.deleteFrom('webhook_delivery').where('id', 'in', old))
}

/** Deliveries to subscriptions that were removed: nothing sends them, whatever their state says. */
export const pruneOrphaned: Prune = (sql, before, limit) => {
  const old = sql
    .selectFrom('webhook_delivery as d')
    .select('d.id')
    .where(raw<boolean>`d.state <> 'delivered'`)
    .where('d.created_at', '<', before)
    .where(raw<boolean>`not exists (select 1 from webhook where webhook.uuid = d.webhook_uuid)`)
    .limit(limit)
  return deleted(sql.deleteFrom('webhook_delivery').where('id', 'in', old))
}

/** Events from before a time that no delivery needs: none was made, or all are gone. */
export const pruneEvents: Prune = (sql, before, limit) => {
  const old = sql
    .selectFrom('event')
    .select('event.id')
    .where('event.created_at', '<', before)
    .where(raw<boolean>`not exists (select 1 from webhook_delivery where event_id = event.id)`)
    .orderBy('event.created_at')
    .limit(limit)
  return deleted(sql.deleteFrom('event').where('id', 'in', old))
}
