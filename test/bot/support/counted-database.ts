import type { CompiledQuery, KyselyPlugin, QueryExecutor } from 'kysely'
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

interface Transaction {
  readonly sql: Queries
  readonly afterCommit: unknown
}

interface Access<T, Q> {
  readonly sql: Q
  transaction<R>(work: (tx: T) => Promise<R>): Promise<R>
}

interface View<T, Q> extends Access<T, Q> {
  readonly unflushed: Access<T, Q>
}

/** For an executor of its own. */
const nothing: KyselyPlugin = {
  transformQuery: ({ node }) => node,
  transformResult: async ({ result }) => result,
}

/** A database that writes down what is asked of it. */
export const countedDatabase = (database: BotDatabase): { counted: BotDatabase; asked: Asked[] } => {
  const asked: Asked[] = []
  let transactions = 0
  /** The same queries, written down. */
  const watched = <Q extends Queries>(sql: Q, transaction?: number): Q => {
    const own = sql.withPlugin(nothing) as Q
    const executor = own.getExecutor()
    const execute = executor.executeQuery.bind(executor)
    executor.executeQuery = <Row>(query: CompiledQuery<Row>) => {
      asked.push({ text: query.sql.replaceAll(/\s+/g, ' ').trim(), transaction })
      return execute(query)
    }
    return own
  }
  /** By the hook that all parts of one transaction share. */
  const numbers = new Map<unknown, number>()
  const inTransaction = <T extends Transaction>(tx: T): T => {
    const number = numbers.get(tx.afterCommit) ?? (transactions += 1)
    numbers.set(tx.afterCommit, number)
    return { ...tx, sql: watched(tx.sql, number) }
  }
  const accessTo = <T extends Transaction, Q extends Queries>(view: Access<T, Q>): Access<T, Q> => ({
    sql: watched(view.sql),
    transaction: (work) => view.transaction((tx) => work(inTransaction(tx))),
  })
  const viewed = <T extends Transaction, Q extends Queries, V extends View<T, Q>>(view: V): V => ({
    ...view,
    ...accessTo(view),
    unflushed: accessTo(view.unflushed),
  })
  const counted: BotDatabase = {
    ...database,
    lanes: viewed(database.lanes),
    of: (installation) => viewed(database.of(installation)),
    across: (work) =>
      database.across((tx) => work({ ...inTransaction(tx), of: (one) => inTransaction(tx.of(one)) })),
    within: (tx, installation) => inTransaction(database.within(tx, installation)),
  }
  return { counted, asked }
}
