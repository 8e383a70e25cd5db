import type { DatabaseConnection, Dialect } from 'kysely'
import { Kysely } from 'kysely'

/** The same database. `around` runs around each use of a connection: a transaction, or a statement outside of one. */
export const through = <Tables>(
  base: Kysely<Tables>,
  dialect: Dialect,
  around: <R>(use: () => Promise<R>) => Promise<R>,
): Kysely<Tables> => {
  const executor = base.getExecutor()
  return new Kysely({
    config: { dialect },
    dialect,
    // Only for BEGIN, COMMIT and ROLLBACK. It opens no connections.
    driver: dialect.createDriver(),
    executor: executor.withConnectionProvider({
      provideConnection: (consumer: (connection: DatabaseConnection) => Promise<never>, options) =>
        around(() => executor.provideConnection(consumer, options)),
    }),
  })
}
