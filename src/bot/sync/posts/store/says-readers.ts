import type { Queries } from '../../../store/database.ts'
import type { DeliveryRow } from './deliveries.ts'

/** A message in Slack, and the row that says what it shows, or will show: its last change, or itself. */
export interface SaysReaders {
  message: DeliveryRow
  last: DeliveryRow
}

const shownStates = ['posted', 'waiting', 'sending'] as const

/**
 * A channel's newest messages that say who reads replies, of tasks that may be open: those of `kinds`, and comments
 * that were posted in the channel itself.
 */
export const sayingReaders = async (
  sql: Queries,
  channel: string,
  { kinds, most }: { kinds: readonly string[]; most: number },
): Promise<SaysReaders[]> => {
  const messages = await sql
    .selectFrom('delivery')
    .innerJoin('known_task as task', (join) =>
      join.on((row) => row('task.uuid', '=', row.fn.coalesce('delivery.on_uuid', 'delivery.object_uuid'))),
    )
    .selectAll('delivery')
    .where('delivery.channel', '=', channel)
    .where('delivery.op', '=', 'post')
    .where('delivery.state', '=', 'posted')
    .where((row) =>
      row.or([
        row('delivery.kind', 'in', kinds),
        row.and([row('delivery.kind', '=', 'comment'), row('delivery.facts', 'like', '%"flat":{%')]),
      ]),
    )
    .where('task.deleted_at', 'is', null)
    .where((row) => row.or([row('task.completed', 'is', null), row('task.completed', '=', 0)]))
    .orderBy('delivery.id', 'desc')
    .limit(most)
    .execute()
  if (messages.length === 0) return []
  const uuids = messages.map(({ object_uuid: uuid }) => uuid)
  const newest = sql
    .selectFrom('delivery')
    .select(({ fn }) => fn.max('id').as('id'))
    .where('channel', '=', channel)
    .where('on_uuid', 'in', uuids)
    .where('op', '=', 'update')
    .where('state', 'in', shownStates)
    .groupBy(['on_kind', 'on_uuid'])
  const changes = await sql.selectFrom('delivery').selectAll().where('id', 'in', newest).execute()
  return messages.map((message) => {
    const { kind, object_uuid: uuid } = message
    return { message, last: changes.find((one) => one.on_kind === kind && one.on_uuid === uuid) ?? message }
  })
}
