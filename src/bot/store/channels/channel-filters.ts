import type { Queries, Tx } from '../database.ts'

/** A person of the tracker; comments know them by uuid, events by e-mail address or name. */
export interface FilterPerson {
  uuid: string
  email: string | undefined
  name: string
}

/** What a list speaks of. An empty list says nothing. */
export interface FilterList {
  /** Words of `/onboard subscribe`: families and single event names. */
  events: readonly string[]
  modules: readonly string[]
  /** Full names. */
  assignees: readonly string[]
  people: readonly FilterPerson[]
}

export interface ChannelFilters {
  include: FilterList
  exclude: FilterList
  /** Which tasks. */
  tasks: 'all' | 'visible' | 'internal'
}

const nothing: FilterList = { events: [], modules: [], assignees: [], people: [] }
export const noFilters: ChannelFilters = { include: nothing, exclude: nothing, tasks: 'all' }

export const channelFilters = async (sql: Queries, channel: string): Promise<ChannelFilters> => {
  const row = await sql
    .selectFrom('channel_filter')
    .select('filters')
    .where('channel', '=', channel)
    .executeTakeFirst()
  return { ...noFilters, ...(row && (JSON.parse(row.filters) as Partial<ChannelFilters>)) }
}

export const putChannelFilters = async (
  tx: Tx,
  channel: string,
  filters: ChannelFilters,
  by: { user: string; at: number },
): Promise<void> => {
  const changed = { filters: JSON.stringify(filters), changed_by: by.user, changed_at: by.at }
  await tx.sql
    .insertInto('channel_filter')
    .values({ channel, ...changed })
    .onConflict((conflict) => conflict.column('channel').doUpdateSet(changed))
    .execute()
}
