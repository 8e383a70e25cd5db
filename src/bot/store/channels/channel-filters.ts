import { z } from 'zod'
import type { Queries, Tx } from '../database.ts'
import { readJson } from '../read-json.ts'

/** A tracker user. Comments identify people by uuid, events by email address or name. */
const person = z.object({ uuid: z.string(), email: z.string().optional(), name: z.string() })
export type FilterPerson = z.infer<typeof person>

const words = z.array(z.string()).readonly().default([])

/** An empty list does not filter. */
const list = z.object({
  /** As in `/onboard subscribe`: families and single event names. */
  events: words,
  modules: words,
  /** Full names. */
  assignees: words,
  people: z.array(person).readonly().default([]),
})
export type FilterList = z.infer<typeof list>

const filters = z.object({
  include: list.prefault({}),
  exclude: list.prefault({}),
  tasks: z.enum(['all', 'visible', 'internal']).default('all'),
})
export type ChannelFilters = z.infer<typeof filters>

export const noFilters: ChannelFilters = filters.parse({})

/** Parses stored filters. Null means none. */
export const filtersIn = (text: string | null | undefined): ChannelFilters =>
  text === null || text === undefined ? noFilters : readJson('the filters of a channel', filters, text)

export const channelFilters = async (sql: Queries, channel: string): Promise<ChannelFilters> => {
  const row = await sql
    .selectFrom('channel_filter')
    .select('filters')
    .where('channel', '=', channel)
    .executeTakeFirst()
  return filtersIn(row?.filters)
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
