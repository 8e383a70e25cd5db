import type { DatabaseConnection, Dialect } from 'kysely'

/**
 * A transaction fails with what failed first. SQLite rolls back by itself when its disk is full, and a lost
 * connection takes its transaction along: the rollback that follows then fails too, and would hide the reason.
 */
export const keepingFirstError = (dialect: Dialect): Dialect => ({
  createDriver: () => {
    const driver = dialect.createDriver()
    const rollback = driver.rollbackTransaction.bind(driver)
    driver.rollbackTransaction = (connection: DatabaseConnection) =>
      rollback(connection).catch(() => undefined)
    return driver
  },
  createAdapter: () => dialect.createAdapter(),
  createQueryCompiler: () => dialect.createQueryCompiler(),
  createIntrospector: (database) => dialect.createIntrospector(database),
})
