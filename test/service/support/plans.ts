import { CompiledQuery } from 'kysely'
import { openDatabase } from '../../../src/service/store/database.ts'
import type { Story } from '../harness.ts'

/** How PostgreSQL finds the projects whose name has this part, were reading them all out of the question. */
export const planOfNameSearch = async ({ databaseUrl }: Story, part: string): Promise<string> => {
  await using database = await openDatabase(databaseUrl)
  return await database.sql.transaction().execute(async (trx) => {
    await trx.executeQuery(CompiledQuery.raw('set local enable_seqscan = off'))
    const { rows } = await trx.executeQuery(
      CompiledQuery.raw(`explain select id from project where name_search like '%${part}%'`),
    )
    return JSON.stringify(rows)
  })
}
