import { sql as raw } from 'kysely'
import { rowsOf } from '../../../database/changed-any.ts'
import type { Queries } from '../database.ts'

/** Deletes in all organizations; returns how many rows it deleted. */
export type Prune = (sql: Queries, before: number, limit: number) => Promise<number>

/** Old deliveries, oldest first. Those that wait or were set aside stay. */
export const pruneDelivered: Prune = (sql, before, limit) => {
  const old = sql
    .selectFrom('webhook_delivery')
    .select('id')
    // A literal: with a parameter, neither engine uses the partial index.
    .where(raw<boolean>`state = 'delivered'`)
    .where('settled_at', '<', before)
    .orderBy('settled_at')
    .limit(limit)
  return rowsOf(sql.deleteFrom('webhook_delivery').where('id', 'in', old))
}

/** Deliveries to removed subscriptions, which are never sent. */
export const pruneOrphaned: Prune = (sql, before, limit) => {
  const old = sql
    .selectFrom('webhook_delivery as d')
    .select('d.id')
    .where(raw<boolean>`d.state <> 'delivered'`)
    .where('d.created_at', '<', before)
    .where(raw<boolean>`not exists (select 1 from webhook where webhook.uuid = d.webhook_uuid)`)
    .limit(limit)
  return rowsOf(sql.deleteFrom('webhook_delivery').where('id', 'in', old))
}

/** Old events that have no deliveries left. */
export const pruneEvents: Prune = (sql, before, limit) => {
  const old = sql
    .selectFrom('event')
    .select('event.id')
    .where('event.created_at', '<', before)
    .where(raw<boolean>`not exists (select 1 from webhook_delivery where event_id = event.id)`)
    .orderBy('event.created_at')
    .limit(limit)
  return rowsOf(sql.deleteFrom('event').where('id', 'in', old))
}
