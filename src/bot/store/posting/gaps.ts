import type { Queries, Tx } from '../database.ts'
import { dropSetting, readSetting, settingsUnder, writeSettings } from '../settings.ts'

/** A period, in ms, for which the database may have lost what was done in Slack. */
export interface Gap {
  since: number
  until: number
  /** True if commits were certainly lost; false if a node only ended without a clean stop. */
  lost: boolean
}

/** `gap:CHANNEL`: the channel must still be checked. */
export const gapPrefix = 'gap:'
const keyOf = (channel: string) => gapPrefix + channel

const gapIn = (value: string): Gap => JSON.parse(value) as Gap

const openGaps = async (sql: Queries): Promise<Map<string, Gap>> => {
  const rows = await settingsUnder(sql, gapPrefix)
  return new Map([...rows].map(([channel, value]) => [channel, gapIn(value)]))
}

const write = (tx: Tx, gaps: ReadonlyMap<string, Gap>): Promise<void> =>
  writeSettings(
    tx.sql,
    [...gaps].map(([channel, gap]) => ({ key: keyOf(channel), value: JSON.stringify(gap) })),
  )

/** Merges the gap with the channel's open one. */
export const addGap = async (tx: Tx, channels: readonly string[], gap: Gap): Promise<void> => {
  const open = await openGaps(tx.sql)
  const joined = channels.map((channel): [string, Gap] => {
    const before = open.get(channel) ?? gap
    const since = Math.min(before.since, gap.since)
    return [channel, { since, until: gap.until, lost: before.lost || gap.lost }]
  })
  await write(tx, new Map(joined))
}

export const hasGaps = async (sql: Queries): Promise<boolean> => (await openGaps(sql)).size > 0

/** One channel proved that commits were lost, so they were lost for all. */
export const proveGaps = async (tx: Tx): Promise<void> => {
  const open = await openGaps(tx.sql)
  await write(tx, new Map([...open].map(([channel, gap]) => [channel, { ...gap, lost: true }])))
}

export const gapOf = async (sql: Queries, channel: string): Promise<Gap | undefined> => {
  const value = await readSetting(sql, keyOf(channel))
  return value === undefined ? undefined : gapIn(value)
}

export const closeGap = (tx: Tx, channel: string): Promise<void> => dropSetting(tx.sql, keyOf(channel))

/** The channel's threads that have unsent messages. */
export const threadsAwaited = async (sql: Queries, channel: string): Promise<string[]> => {
  const rows = await sql
    .selectFrom('delivery as due')
    .innerJoin('delivery as root', (join) =>
      join
        .onRef('root.channel', '=', 'due.channel')
        .onRef('root.kind', '=', 'due.on_kind')
        .onRef('root.object_uuid', '=', 'due.on_uuid'),
    )
    .select('root.ts')
    .distinct()
    .where('due.channel', '=', channel)
    .where('due.op', '=', 'post')
    .where('due.state', 'in', ['waiting', 'sending'])
    .where('root.ts', 'is not', null)
    .execute()
  return rows.flatMap(({ ts }) => (ts === null ? [] : [ts])).sort()
}
