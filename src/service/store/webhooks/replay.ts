import type { Queries } from '../database.ts'

/** Takes back the oldest of those set aside, as many as `limit`; their ids, in order. */
export const takeBackOldest = async (sql: Queries, org: string, limit: number): Promise<number[]> => {
  const rows = await sql
    .selectFrom('webhook_delivery')
    .select('id')
    .where('org', '=', org)
    .where('state', '=', 'aside')
    .orderBy('id')
    .limit(limit)
    .execute()
  if (rows.length === 0) return []
  const taken = await sql
    .updateTable('webhook_delivery')
    .set({ state: 'waiting', settled_at: null })
    .where('org', '=', org)
    .where('state', '=', 'aside')
    .where(
      'id',
      'in',
      rows.map(({ id }) => id),
    )
    .returning('id')
    .execute()
  return taken.map(({ id }) => id).sort((a, b) => a - b)
}

export const countAside = async (sql: Queries, org: string): Promise<number> =>
  (
    await sql
      .selectFrom('webhook_delivery')
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .where('org', '=', org)
      .where('state', '=', 'aside')
      .executeTakeFirstOrThrow()
  ).total
