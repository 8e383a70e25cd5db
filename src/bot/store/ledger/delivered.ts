import type { Queries } from '../database.ts'

/** Yes or no of the ledger of a channel. */
const ofChannel = (sql: Queries, channel: string) =>
  sql.selectFrom('delivery').select('id').where('channel', '=', channel).limit(1)

const isAny = async (rows: { executeTakeFirst(): Promise<object | undefined> }): Promise<boolean> =>
  (await rows.executeTakeFirst()) !== undefined

/** Whether a channel has a message of this kind about an object of several versions (`uuid@version`), or is to have one. */
export const deliveredLike = (
  sql: Queries,
  channel: string,
  kind: string,
  prefix: string,
): Promise<boolean> =>
  isAny(ofChannel(sql, channel).where('kind', '=', kind).where('object_uuid', 'like', `${prefix}%`))

/** When a channel was last given a message of this kind, in ms. */
export const lastDelivered = async (
  sql: Queries,
  channel: string,
  kind: string,
): Promise<number | undefined> => {
  const rows = sql.selectFrom('delivery').select('created_at').where('channel', '=', channel)
  const last = await rows.where('kind', '=', kind).orderBy('created_at', 'desc').limit(1).executeTakeFirst()
  return last?.created_at
}

/** The channels in which a message of ours was posted since a moment, in ms. */
export const channelsPostedTo = async (sql: Queries, since: number): Promise<string[]> => {
  const rows = await sql
    .selectFrom('delivery')
    .select('channel')
    .distinct()
    .where('state', '=', 'posted')
    .where('ts', 'is not', null)
    .where('created_at', '>', since)
    .execute()
  return rows.map(({ channel }) => channel).sort()
}

/**
 * Whether a thread is rooted in a message of ours, or may be, since the place of one is not known. Without a
 * thread: whether the channel has any message of ours.
 */
export const mayBeRoot = (sql: Queries, channel: string, threadTs: string | undefined): Promise<boolean> =>
  isAny(
    ofChannel(sql, channel).$if(threadTs !== undefined, (messages) =>
      messages.where((row) =>
        row.or([
          row('ts', '=', threadTs ?? ''),
          row.and([row('ts', 'is', null), row('state', '=', 'sending'), row('on_uuid', 'is', null)]),
        ]),
      ),
    ),
  )

/** Whether a message that could root a thread may stand in the channel without our knowing where. */
export const anyRootInDoubt = (sql: Queries, channel: string): Promise<boolean> =>
  isAny(
    ofChannel(sql, channel)
      .where('ts', 'is', null)
      .where('state', '=', 'sending')
      .where('on_uuid', 'is', null),
  )
