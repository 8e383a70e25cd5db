import type { Queries, Tx } from '../database.ts'
import { happened } from '../../../database/happened.ts'

export interface LiveCard {
  channel: string
  projectUuid: string
  pinnedBy: string
  /** The channel was already shared with another organization, so the person who pinned it knew. */
  sharedWhenMade: boolean
  /** The text last shown. Undefined before the first update. */
  shown: string | undefined
}

/** One per project and channel. Pinning again replaces it and shows it again. */
export const putLiveCard = async (
  tx: Tx,
  { channel, projectUuid, pinnedBy, sharedWhenMade }: Omit<LiveCard, 'shown'>,
  now: number,
): Promise<void> => {
  const made = {
    pinned_by: pinnedBy,
    pinned_at: now,
    shared_when_made: sharedWhenMade ? 1 : 0,
    shown: null,
  }
  await tx.sql
    .insertInto('live_card')
    .values({ channel, project_uuid: projectUuid, ...made })
    .onConflict((conflict) => conflict.columns(['channel', 'project_uuid']).doUpdateSet(made))
    .execute()
}

export const liveCardOf = async (
  sql: Queries,
  channel: string,
  projectUuid: string,
): Promise<LiveCard | undefined> => {
  const row = await sql
    .selectFrom('live_card')
    .selectAll()
    .where('channel', '=', channel)
    .where('project_uuid', '=', projectUuid)
    .executeTakeFirst()
  return (
    row && {
      channel,
      projectUuid,
      pinnedBy: row.pinned_by,
      sharedWhenMade: row.shared_when_made === 1,
      shown: row.shown ?? undefined,
    }
  )
}

export const channelsOfLiveCard = async (sql: Queries, projectUuid: string): Promise<string[]> => {
  const rows = await sql
    .selectFrom('live_card')
    .select('channel')
    .where('project_uuid', '=', projectUuid)
    .orderBy('channel')
    .execute()
  return rows.map(({ channel }) => channel)
}

export const setShown = async (
  sql: Queries,
  channel: string,
  projectUuid: string,
  shown: string,
): Promise<void> => {
  await sql
    .updateTable('live_card')
    .set({ shown })
    .where('channel', '=', channel)
    .where('project_uuid', '=', projectUuid)
    .execute()
}

export const removeLiveCard = (sql: Queries, channel: string, projectUuid: string): Promise<boolean> =>
  happened(sql.deleteFrom('live_card').where('channel', '=', channel).where('project_uuid', '=', projectUuid))
