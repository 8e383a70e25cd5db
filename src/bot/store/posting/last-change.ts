import type { Queries } from '../database.ts'
import type { DeliveryRow } from '../ledger/deliveries.ts'

/** The last sent change of a message. `id` is any of its changes. */
export const lastChangeLike = (sql: Queries, id: number): Promise<DeliveryRow | undefined> =>
  sql
    .selectFrom('delivery as one')
    .innerJoin('delivery', (join) =>
      join
        .onRef('delivery.channel', '=', 'one.channel')
        .onRef('delivery.on_kind', '=', 'one.on_kind')
        .onRef('delivery.on_uuid', '=', 'one.on_uuid'),
    )
    .selectAll('delivery')
    .where('one.id', '=', id)
    .where('delivery.op', '=', 'update')
    .where('delivery.state', '=', 'posted')
    .orderBy('delivery.id', 'desc')
    .limit(1)
    .executeTakeFirst()
