import type { Kysely, KyselyPlugin } from 'kysely'
import type { Database } from '../../../src/bot/store/database.ts'

/** One statement, and the transaction it was part of: a lone one is part of none. */
export interface Asked {
  readonly text: string
  readonly transaction: number | undefined
}

/** A database that writes down what is asked of it. */
export const countedDatabase = (database: Database): { counted: Database; asked: Asked[] } => {
  const asked: Asked[] = []
  let transactions = 0
  const watch = (sql: Pick<Kysely<unknown>, 'getExecutor'>, transaction?: number): KyselyPlugin => ({
    transformQuery: ({ node, queryId }) => {
      const query = sql.getExecutor().compileQuery(node, queryId)
      asked.push({ text: query.sql.replaceAll(/\s+/g, ' ').trim(), transaction })
      return node
    },
    transformResult: async ({ result }) => result,
  })
  const counted: Database = {
    ...database,
    sql: database.sql.withPlugin(watch(database.sql)),
    transaction: (work) =>
      database.transaction((tx) => {
        transactions += 1
        return work({ ...tx, sql: tx.sql.withPlugin(watch(tx.sql, transactions)) })
      }),
  }
  return { counted, asked }
}
