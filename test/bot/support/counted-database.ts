import type { KyselyPlugin, QueryExecutor } from 'kysely'
import type { BotDatabase } from '../../../src/bot/store/database.ts'

/** One statement, and the transaction it was part of: a lone one is part of none. */
export interface Asked {
  readonly text: string
  readonly transaction: number | undefined
}

interface Queries {
  getExecutor(): QueryExecutor
  withPlugin(plugin: KyselyPlugin): unknown
}

/** A database that writes down what is asked of it. */
export const countedDatabase = (database: BotDatabase): { counted: BotDatabase; asked: Asked[] } => {
  const asked: Asked[] = []
  let transactions = 0
  /** The same queries, written down. */
  const watched = <Q extends Queries>(sql: Q, transaction?: number): Q => {
    const watch: KyselyPlugin = {
      transformQuery: ({ node, queryId }) => {
        const query = sql.getExecutor().compileQuery(node, queryId)
        asked.push({ text: query.sql.replaceAll(/\s+/g, ' ').trim(), transaction })
        return node
      },
      transformResult: async ({ result }) => result,
    }
    return sql.withPlugin(watch) as Q
  }
  const inTransaction = <T extends { readonly sql: Queries }>(tx: T, at: number): T => ({
    ...tx,
    sql: watched(tx.sql, at),
  })
  const { lanes } = database
  const counted: BotDatabase = {
    ...database,
    lanes: {
      ...lanes,
      sql: watched(lanes.sql),
      transaction: (work) => lanes.transaction((tx) => work(inTransaction(tx, (transactions += 1)))),
    },
    of: (installation) => {
      const view = database.of(installation)
      return {
        ...view,
        sql: watched(view.sql),
        transaction: (work) => view.transaction((tx) => work(inTransaction(tx, (transactions += 1)))),
      }
    },
    across: (work) =>
      database.across((tx) => {
        const at = (transactions += 1)
        return work({ ...inTransaction(tx, at), of: (one) => inTransaction(tx.of(one), at) })
      }),
  }
  return { counted, asked }
}
