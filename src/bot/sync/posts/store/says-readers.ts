import type { Queries } from '../../../store/database.ts'
import type { DeliveryRow } from './deliveries.ts'

/**
 * A channel's newest messages that say who reads replies, of tasks that may be open: those of `kinds`, and what was
 * posted in the channel itself.
 */
export const sayingReaders = async (
  sql: Queries,
  channel: string,
  { kinds, most }: { kinds: readonly string[]; most: number },
): Promise<DeliveryRow[]> =>
  sql
    .selectFrom('delivery')
    .innerJoin('known_task as task', (join) =>
      join.on((row) => row('task.uuid', '=', row.fn.coalesce('delivery.on_uuid', 'delivery.object_uuid'))),
    )
    .selectAll('delivery')
    .where('delivery.channel', '=', channel)
    .where('delivery.state', '=', 'posted')
    .where((row) => row.or([row('delivery.kind', 'in', kinds), row('delivery.form', 'like', '%"flat":{%')]))
    .where('task.deleted_at', 'is', null)
    .where((row) => row.or([row('task.completed', 'is', null), row('task.completed', '=', 0)]))
    .orderBy('delivery.id', 'desc')
    .limit(most)
    .execute()
