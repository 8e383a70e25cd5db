import type { BotDatabase } from '../database.ts'

/** Installations that receive a project in this channel, or have posted there. A shared channel can have several. */
export const installationsIn = (database: BotDatabase, channel: string): Promise<number[]> =>
  database.across(async ({ sql }) => {
    const rows = await sql
      .selectFrom('subscription')
      .select('installation_id')
      .where('channel', '=', channel)
      .union(
        sql
          .selectFrom('delivery')
          .select('installation_id')
          .where('channel', '=', channel)
          .where('state', '=', 'posted'),
      )
      .execute()
    return rows.map((row) => row.installation_id)
  })
