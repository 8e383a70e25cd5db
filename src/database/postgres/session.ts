import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  Kysely,
  type QueryResult,
} from 'kysely'

type Transactions = Pick<Driver, 'commitTransaction' | 'rollbackTransaction'>

/** A connection whose every statement runs in a transaction that begins with `onBegin`. */
class Session implements DatabaseConnection {
  readonly #inner: DatabaseConnection
  readonly #driver: Transactions
  readonly #onBegin: string
  #isBegun = false

  constructor(inner: DatabaseConnection, driver: Transactions, onBegin: string) {
    this.#inner = inner
    this.#driver = driver
    this.#onBegin = onBegin
  }

  /** One simple query, so that the setting costs no round trip of its own. */
  #begin() {
    return this.#inner.executeQuery(CompiledQuery.raw(`begin; ${this.#onBegin}`))
  }

  async begin(): Promise<void> {
    await this.#begin()
    this.#isBegun = true
  }

  async commit(): Promise<void> {
    this.#isBegun = false
    await this.#driver.commitTransaction(this.#inner)
  }

  async rollback(): Promise<void> {
    this.#isBegun = false
    await this.#driver.rollbackTransaction(this.#inner)
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (this.#isBegun) return this.#inner.executeQuery(query)
    // Sent together. If the statement fails, the server takes the COMMIT for a ROLLBACK.
    const begun = this.#begin()
    const asked = this.#inner.executeQuery<R>(query)
    const ended = this.#driver.commitTransaction(this.#inner)
    await Promise.allSettled([begun, asked, ended])
    await begun
    const result = await asked
    await ended
    return result
  }

  streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('a view does not stream')
  }
}

/** The session's setting ends with each transaction, because a pooler may give the connection to another client. */
export const withSession = <Tables>(
  base: Kysely<Tables>,
  dialect: Dialect,
  onBegin: string,
): Kysely<Tables> => {
  // Only for COMMIT and ROLLBACK. It opens no connections.
  const inner = dialect.createDriver()
  const begun = (connection: DatabaseConnection) => connection as Session
  const driver: Driver = {
    init: () => Promise.resolve(),
    destroy: () => Promise.resolve(),
    acquireConnection: () => Promise.reject(new Error('a view has no connections of its own')),
    releaseConnection: () => Promise.resolve(),
    beginTransaction: (connection) => begun(connection).begin(),
    commitTransaction: (connection) => begun(connection).commit(),
    rollbackTransaction: (connection) => begun(connection).rollback(),
  }
  const executor = base.getExecutor()
  return new Kysely({
    config: { dialect },
    dialect,
    driver,
    executor: executor.withConnectionProvider({
      provideConnection: (consumer, options) =>
        executor.provideConnection(
          (connection) => consumer(new Session(connection, inner, onBegin)),
          options,
        ),
    }),
  })
}
