import { PostgresAdapter, PostgresDialect, sql, type PostgresPoolClient, type Kysely } from 'kysely'
import pg from 'pg'

/** Between two looks at the server's clock. A promoted replica may have another one. */
const lookEveryMs = 10_000
/** A slower answer says too little about the time. */
const longestAnswerMs = 200
/** If this process's clocks drift apart by more, one was set, or the machine slept. */
const mostDriftMs = 1_000
/** The pause after a failed look, because `now` is called often. */
const pauseMs = 500

const driftOf = () => Date.now() - performance.now()

export interface DatabaseClock extends Disposable {
  readonly now: () => number
}

/**
 * The time by the database server's clock. Nodes whose own clocks differ agree by it about leases and about what is
 * due. Between two looks at it, the time goes on by this process's clock that can't be set.
 */
export const databaseClock = async (ask: () => Promise<number>): Promise<DatabaseClock> => {
  let ahead = 0
  let drift = 0
  let isLooking = false
  let pausesUntil = 0
  const look = async (patienceMs: number): Promise<void> => {
    const driftBefore = driftOf()
    const startedAt = performance.now()
    const at = await ask()
    const tookMs = performance.now() - startedAt
    if (tookMs > patienceMs) throw new Error('the answer took too long')
    drift = driftBefore
    const measured = at - startedAt - tookMs / 2
    // A smaller difference may be the answer's own delay.
    if (Math.abs(measured - ahead) > tookMs / 2) ahead = measured
  }
  const lookAgain = () => {
    if (isLooking || performance.now() < pausesUntil) return
    isLooking = true
    void look(longestAnswerMs)
      .catch(() => (pausesUntil = performance.now() + pauseMs))
      .finally(() => (isLooking = false))
  }
  await look(Infinity)
  const timer = setInterval(lookAgain, lookEveryMs).unref()
  return {
    now: () => {
      if (Math.abs(driftOf() - drift) > mostDriftMs) lookAgain()
      return Math.round(performance.now() + ahead)
    },
    [Symbol.dispose]: () => clearInterval(timer),
  }
}

/** A statement is named from this use on. Rare ones would only fill the server's memory. */
const namedFrom = 5
const mostNames = 256
/** Longer texts vary by the number of their rows, and would fill the server's memory. */
const longestNamed = 4_000
/** The uses of at most this many texts are counted. Most texts that vary by the number of their rows come once. */
const mostTexts = 2_000

/** A migration changed a table after the server had planned the statement. */
const isOutdated = (error: unknown): boolean => {
  const { code, routine } = (error ?? {}) as { code?: unknown; routine?: unknown }
  // The message may be in another language.
  return code === '0A000' && routine === 'RevalidateCachedQuery'
}

/** A pooler reports a process id that the server doesn't have. */
const isDirect = async (client: pg.PoolClient): Promise<boolean> => {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return rows[0]?.pid === (client as { processID?: unknown }).processID
}

/**
 * Names the statements that are used often, so that PostgreSQL parses and plans each of them once for a connection.
 * That takes longer than running them. Behind a pooler nothing is named: it may give a connection to another client.
 */
const namedStatements = (pool: pg.Pool) => {
  const direct = new WeakSet<pg.PoolClient>()
  const clients = new WeakMap<pg.PoolClient, PostgresPoolClient>()
  const uses = new Map<string, number>()
  let names = new Map<string, string>()
  /** The end of each name. When it grows, all statements get new names. */
  let version = 1

  pool.on('connect', (client) => {
    isDirect(client).then(
      (is) => void (is && direct.add(client)),
      () => undefined,
    )
  })

  const nameOf = (text: string): string | undefined => {
    if (text.length > longestNamed) return undefined
    const name = names.get(text)
    if (name !== undefined) return name
    const used = (uses.get(text) ?? 0) + 1
    if (used === 1 && uses.size === mostTexts) return undefined
    uses.set(text, used)
    if (used < namedFrom || names.size === mostNames) return undefined
    const fresh = `s${names.size}.${version}`
    names.set(text, fresh)
    return fresh
  }

  const naming = (client: pg.PoolClient): PostgresPoolClient => {
    const query = (text: string, values: readonly unknown[]) => {
      const name = values.length > 0 && direct.has(client) ? nameOf(text) : undefined
      return client.query({ text, values: [...values], ...(name !== undefined && { name }) })
    }
    return {
      query: query as unknown as PostgresPoolClient['query'],
      release: (destroy) => client.release(destroy),
    }
  }

  return {
    pool: {
      options: pool.options,
      connect: async (): Promise<PostgresPoolClient> => {
        const client = await pool.connect()
        const named = clients.get(client) ?? naming(client)
        clients.set(client, named)
        return named
      },
      end: () => pool.end(),
    },
    /** Repeats what failed because a migration outdated its statements. The server has done nothing of it. */
    repeatIfOutdated: async <R>(use: () => Promise<R>): Promise<R> => {
      const before = version
      try {
        return await use()
      } catch (error) {
        if (!isOutdated(error)) throw error
        if (before === version) {
          version += 1
          names = new Map()
        }
        return use()
      }
    },
  }
}

/** The id of Kysely's own lock. */
const migrationLock = '3853314791062309107'

/**
 * Kysely locks migrations for the session. Behind a pooler in transaction mode, the unlock may reach another session,
 * and the lock stays. This lock ends with the transaction.
 */
class PooledAdapter extends PostgresAdapter {
  override async acquireMigrationLock(db: Kysely<unknown>): Promise<void> {
    await sql`select pg_advisory_xact_lock(${sql.raw(migrationLock)})`.execute(db)
  }
  override async releaseMigrationLock(): Promise<void> {
    // The end of the transaction releases it.
  }
}

class PooledDialect extends PostgresDialect {
  override createAdapter(): PostgresAdapter {
    return new PooledAdapter()
  }
}

// 20 is int8. Milliseconds, sequences and counts stay far below 2^53.
const integers = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === 20 ? Number : pg.types.getTypeParser(oid, format),
}

/** Shorter than the bot's client waits for an answer (10 s). */
const connectionWaitMs = 8_000

/** Both kinds of use repeat what a migration has outdated. */
export const postgresDialect = (connectionString: string, max: number) => {
  const pool = new pg.Pool({
    connectionString,
    max,
    types: integers,
    connectionTimeoutMillis: connectionWaitMs,
  })
  // The pool replaces a broken connection; without a listener its error would end the process, idle or in use.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  const named = namedStatements(pool)
  const around = named.repeatIfOutdated
  return { dialect: new PooledDialect(named), around, mayBeLost: around }
}
