import {
  Kysely,
  type KyselyPlugin,
  type Transaction,
  type DatabaseConnection,
  type Dialect,
  type LogEvent,
} from 'kysely'
import { databaseClock, postgresDialect, type DatabaseClock } from './postgres.ts'
import { postgresEngine, sqliteEngine, type Engine } from './engine.ts'
import { migrate, type Migrations } from './migrate.ts'
import { type Around, oneAtATime } from './turns.ts'
import { repeated, StoreUnusable, untilUnlocked, whenReached, type Waiting } from './trouble.ts'
import { sqliteDialect } from './sqlite.ts'

/** The same database, with `around` each use of a connection. */
const wrapConnection = <Tables>(base: Kysely<Tables>, dialect: Dialect, around: Around): Kysely<Tables> => {
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

/**
 * A transaction fails with what failed first. SQLite rolls back by itself when its disk is full, and a lost
 * connection takes its transaction along: the rollback that follows then fails too, and would hide the reason.
 */
const keepingFirstError = (dialect: Dialect): Dialect => ({
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

/** Inside a transaction, use the transaction's own: SQLite's one connection would wait for itself. */
export type Queries<Tables> = Kysely<Tables>

export interface Tx<Tables> {
  readonly sql: Transaction<Tables>
  /** Runs after the commit, and never after a rollback. */
  afterCommit(hook: () => void): void
}

interface Access<Tables> {
  readonly sql: Queries<Tables>
  /** `work` may run several times, so all it does outside of its transaction belongs into `afterCommit`. */
  transaction<R>(work: (tx: Tx<Tables>) => Promise<R>): Promise<R>
}

/** What a use wrote or read survives a power failure. */
export interface Database<Tables> extends Access<Tables> {
  readonly engine: Engine
  /** The time in ms. All nodes on one database server agree about it. */
  readonly now: () => number
  /**
   * Does not wait for SQLite's flush to the disk; the next use of the database above does. For work that is done again
   * if a power failure undoes it, such as the result of a call whose intent is on the disk.
   */
  readonly mayBeLost: Access<Tables>
}

/** `command`: a statement's first word, if it is a known one, or `other`: the names of metrics must be few. */
type OnStatement = (command: string, ms: number) => void

const commandOf = (text: string): string =>
  /^\s*(begin|commit|delete|insert|rollback|select|update|with)\b/i.exec(text)?.[1]?.toLowerCase() ?? 'other'

interface View {
  readonly plugins: readonly KyselyPlugin[]
  readonly around?: Around
}

export interface OpenDatabase<Tables> extends Database<Tables>, AsyncDisposable {
  /** The listener hears of every statement from now on, also of the views'. */
  readonly onStatement: (listener: OnStatement) => void
  /** The same database, on the same connections. It has nothing to close. */
  view<Seen>(view: View): Database<Seen>
}

const accessOf = <Tables>(sql: Kysely<Tables>): Access<Tables> => ({
  sql,
  transaction: async (work) => {
    const { result, hooks } = await repeated(async (committing) => {
      let hooks: (() => void)[] = []
      const attempt = async (trx: Transaction<Tables>) => {
        hooks = []
        const result = await work({ sql: trx, afterCommit: (hook) => hooks.push(hook) })
        committing()
        return result
      }
      return { result: await sql.transaction().execute(attempt), hooks }
    })
    for (const hook of hooks) hook()
    return result
  },
})

export interface DatabaseOptions {
  /** Waits for a server that is down, instead of rejecting. */
  readonly waiting?: Waiting
  /** Connections at most, on PostgreSQL. Default 10. */
  readonly pool?: number
}

/** How statements reach a database. */
export interface Reach {
  readonly dialect: Dialect
  readonly around: Around
  readonly mayBeLost: Around
  readonly engine: Engine
}

export const sqliteReach = (
  { dialect, flushes }: Pick<ReturnType<typeof sqliteDialect>, 'dialect' | 'flushes'>,
  engine = sqliteEngine,
): Reach => {
  const turns = oneAtATime()
  const inOrder: Around = (use) => turns(() => untilUnlocked(use))
  // The next use begins before the flush, so that one flush may serve both commits.
  const around = <R>(use: () => Promise<R>): Promise<R> => flushes.after(() => inOrder(use))
  return { dialect, around, mayBeLost: inOrder, engine }
}

const reachOf = (url: string, pool = 10): Reach => {
  if (url.startsWith('sqlite:')) return sqliteReach(sqliteDialect(url.slice('sqlite:'.length)))
  if (/^postgres(ql)?:\/\//.test(url)) return { ...postgresDialect(url, pool), engine: postgresEngine }
  throw new StoreUnusable('a database URL must start with postgres:// or sqlite:')
}

/** Connects to a database without migrating its schema. A SQLite file is locked meanwhile. */
export const connect = <Tables = unknown>(to: string | Reach, pool?: number) => {
  const { dialect, around, mayBeLost, engine } = typeof to === 'string' ? reachOf(to, pool) : to
  const firstErrorDialect = keepingFirstError(dialect)
  let statementListener: OnStatement | undefined
  const log = ({ query, queryDurationMillis: ms }: LogEvent) => statementListener?.(commandOf(query.sql), ms)
  const sql = new Kysely<Tables>({ dialect: firstErrorDialect, log })
  return {
    sql: wrapConnection(sql, firstErrorDialect, around),
    mayBeLost: wrapConnection(sql, firstErrorDialect, mayBeLost),
    wrapConnection: <Seen>(base: Kysely<Seen>, around: Around) =>
      wrapConnection(base, firstErrorDialect, around),
    engine,
    onStatement: (listener: OnStatement) => {
      statementListener = listener
    },
    [Symbol.asyncDispose]: () => sql.destroy(),
  }
}

const clockOf = <Tables>(sql: Kysely<Tables>, { clock }: Engine): Promise<DatabaseClock> | DatabaseClock =>
  clock
    ? databaseClock(async () => (await clock.execute(sql)).rows[0]?.at ?? Date.now())
    : { now: () => Date.now(), [Symbol.dispose]: () => undefined }

/** Opens `postgres://…` or `sqlite:path`, migrates its schema, and owns it until disposed. */
export const openDatabase = async <Tables>(
  to: string | Reach,
  migrations: Migrations,
  { waiting, pool }: DatabaseOptions = {},
): Promise<OpenDatabase<Tables>> => {
  const connected = connect<Tables>(to, pool)
  const { sql, mayBeLost, engine, onStatement } = connected
  const migrateAndAskTime = async () => {
    await migrate(sql as Kysely<unknown>, engine, migrations)
    return clockOf(sql, engine)
  }
  let clock: DatabaseClock
  try {
    clock = await whenReached(migrateAndAskTime, waiting)
  } catch (cause) {
    await connected[Symbol.asyncDispose]()
    throw new StoreUnusable(`the database cannot be used: ${(cause as Error).message}`, { cause })
  }
  const about = { engine, now: clock.now }
  return {
    ...about,
    ...accessOf(sql),
    mayBeLost: accessOf(mayBeLost),
    onStatement,
    view: <Seen>({ plugins, around }: View) => {
      const seenOn = (sql: Kysely<Tables>) => {
        const base = around ? connected.wrapConnection(sql, around) : sql
        const seen = plugins.reduce((seen, plugin) => seen.withPlugin(plugin), base as Kysely<unknown>)
        return accessOf(seen as Kysely<Seen>)
      }
      return { ...about, ...seenOn(sql), mayBeLost: seenOn(mayBeLost) }
    },
    [Symbol.asyncDispose]: () => {
      clock[Symbol.dispose]()
      return connected[Symbol.asyncDispose]()
    },
  }
}
