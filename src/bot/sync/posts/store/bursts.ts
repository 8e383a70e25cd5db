import type { Queries } from '../../../store/database.ts'
import type { DeliveryRow } from './deliveries.ts'

/** A project's recent messages of these kinds in a channel, oldest first. */
export const recentRows = (
  sql: Queries,
  where: { channel: string; projectUuid: string; kinds: readonly string[]; sinceMs: number },
): Promise<DeliveryRow[]> =>
  sql
    .selectFrom('delivery')
    .innerJoin('inbox', 'inbox.id', 'delivery.inbox_id')
    .selectAll('delivery')
    .where('delivery.channel', '=', where.channel)
    .where('delivery.created_at', '>', where.sinceMs)
    .where('delivery.kind', 'in', where.kinds)
    .where('inbox.project_uuid', '=', where.projectUuid)
    .where('delivery.state', '!=', 'skipped')
    .orderBy('delivery.id')
    .execute()
