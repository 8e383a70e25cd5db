import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type pg from 'pg'

/** A statement is named from this use on. Rare ones would only fill the server's memory. */
const namedFrom = 5
const mostNames = 256
/** Longer ones vary by the number of their rows, and would fill the server's memory. */
const longestNamed = 4_000
/** At most this many are counted. Most texts that vary by the number of their rows come once. */
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
export class NamedStatements implements PostgresPool {
  readonly options: object
  readonly #pool: pg.Pool
  readonly #direct = new WeakSet<pg.PoolClient>()
  readonly #clients = new WeakMap<pg.PoolClient, PostgresPoolClient>()
  readonly #uses = new Map<string, number>()
  #names = new Map<string, string>()
  /** Ends each name, so that all statements get other ones. */
  #version = 1

  constructor(pool: pg.Pool) {
    this.#pool = pool
    this.options = pool.options
    pool.on('connect', (client) => {
      isDirect(client).then(
        (direct) => void (direct && this.#direct.add(client)),
        () => undefined,
      )
    })
  }

  async connect(): Promise<PostgresPoolClient> {
    const client = await this.#pool.connect()
    const known = this.#clients.get(client) ?? this.#naming(client)
    this.#clients.set(client, known)
    return known
  }

  end(): Promise<void> {
    return this.#pool.end()
  }

  /** Repeats what failed because a migration outdated its statements. The server has done nothing of it. */
  readonly again = async <R>(use: () => Promise<R>): Promise<R> => {
    const version = this.#version
    try {
      return await use()
    } catch (error) {
      if (!isOutdated(error)) throw error
      if (version === this.#version) {
        this.#version += 1
        this.#names = new Map()
      }
      return use()
    }
  }

  #nameOf(text: string): string | undefined {
    if (text.length > longestNamed) return undefined
    const name = this.#names.get(text)
    if (name !== undefined) return name
    const uses = (this.#uses.get(text) ?? 0) + 1
    if (uses === 1 && this.#uses.size === mostTexts) return undefined
    this.#uses.set(text, uses)
    if (uses < namedFrom || this.#names.size === mostNames) return undefined
    const fresh = `s${this.#names.size}.${this.#version}`
    this.#names.set(text, fresh)
    return fresh
  }

  #naming(client: pg.PoolClient): PostgresPoolClient {
    const query = (text: string, values: readonly unknown[]) => {
      const name = values.length > 0 && this.#direct.has(client) ? this.#nameOf(text) : undefined
      return client.query({ text, values: [...values], ...(name !== undefined && { name }) })
    }
    return {
      query: query as unknown as PostgresPoolClient['query'],
      release: (destroy) => client.release(destroy),
    }
  }
}
