import type { Queries } from './database.ts'

export const readSetting = async (sql: Queries, key: string): Promise<string | undefined> => {
  const row = await sql.selectFrom('setting').select('value').where('key', '=', key).executeTakeFirst()
  return row?.value
}

export const writeSetting = async (sql: Queries, key: string, value: string): Promise<void> => {
  await sql
    .insertInto('setting')
    .values({ key, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute()
}
