import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import { type Engine, postgresEngine, sqliteEngine } from './engine.ts'
import { migrate, type Migrations } from './migrate.ts'
import { keepingFirstError } from './first-error.ts'
import { repeatCrossed } from './repeat.ts'
import { sqliteDialect } from './sqlite.ts'
import { StoreUnusable } from './store-unusable.ts'
import { type Waiting, whenReached } from './when-reached.ts'

/** Inside a transaction, use the transaction's own. SQLite's one connection would wait for itself. */
export type Queries<Tables> = Kysely<Tables>

export interface Tx<Tables> {
  readonly sql: Transaction<Tables>
  /** Runs after the commit, and never after a rollback. */
  afterCommit(hook: () => void): void
}

export interface Database<Tables> extends AsyncDisposable {
  readonly sql: Queries<Tables>
  readonly engine: Engine
  /** PostgreSQL's connection string, for LISTEN. Undefined on SQLite. */
  readonly connectionString: string | undefined
  /** `work` may run several times, so all it does outside of its transaction belongs into `afterCommit`. */
  transaction<R>(work: (tx: Tx<Tables>) => Promise<R>): Promise<R>
}

// 20 is int8. Milliseconds, sequences and counts stay far below 2^53.
const integers = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === 20 ? Number : pg.types.getTypeParser(oid, format),
}

/** Shorter than the bot's client waits for an answer (10 s). */
const connectionWaitMs = 8_000

/** Whether no connection was free in time. Then the database got no query. */
export const isCrowded = (error: Error): boolean =>
  /^(timeout exceeded when trying to connect|connection terminated due to connection timeout)$/i.test(
    error.message,
  )

const postgresDialect = (connectionString: string) => {
  const pool = new pg.Pool({
    connectionString,
    max: 10,
    types: integers,
    connectionTimeoutMillis: connectionWaitMs,
  })
  // The pool replaces a broken connection; without a listener its error would end the process, idle or in use.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  return new PostgresDialect({ pool })
}

const dialectFor = (url: string) => {
  if (url.startsWith('sqlite:'))
    return { dialect: sqliteDialect(url.slice('sqlite:'.length)), engine: sqliteEngine }
  if (/^postgres(ql)?:\/\//.test(url)) return { dialect: postgresDialect(url), engine: postgresEngine }
  throw new StoreUnusable('a database URL must start with postgres:// or sqlite:')
}

/**
 * Opens `postgres://…` or `sqlite:path`, migrates its schema, and owns it until disposed. With `waiting` a server
 * that is away is waited for.
 */
export const openDatabase = async <Tables>(
  url: string,
  migrations: Migrations,
  waiting?: Waiting,
): Promise<Database<Tables>> => {
  const { dialect, engine } = dialectFor(url)
  const sql = new Kysely<Tables>({ dialect: keepingFirstError(dialect) })
  try {
    await whenReached(() => migrate(sql as Kysely<unknown>, engine, migrations), waiting)
  } catch (cause) {
    await sql.destroy()
    throw new StoreUnusable(`the database cannot be used: ${(cause as Error).message}`, { cause })
  }
  return {
    sql,
    engine,
    connectionString: engine.name === 'postgres' ? url : undefined,
    transaction: async (work) => {
      const { result, hooks } = await repeatCrossed(async () => {
        const hooks: (() => void)[] = []
        const once = (trx: Transaction<Tables>) => work({ sql: trx, afterCommit: (hook) => hooks.push(hook) })
        return { result: await sql.transaction().execute(once), hooks }
      })
      for (const hook of hooks) hook()
      return result
    },
    [Symbol.asyncDispose]: () => sql.destroy(),
  }
}
