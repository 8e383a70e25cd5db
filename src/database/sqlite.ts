import * as fs from 'node:fs'
import { dirname, resolve } from 'node:path'
import { promisify } from 'node:util'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import {
  SqliteAdapter,
  SqliteDialect,
  SqliteIntrospector,
  type DatabaseMetadataOptions,
  type Kysely,
  type SqliteDatabase,
  type SqliteStatement,
  type TableMetadata,
} from 'kysely'
import { LRUCache } from 'lru-cache'
import { StoreUnusable } from './trouble.ts'

/** Flushes outside of the thread that runs statements. A flush serves all commits before it. */
export const flushesBy = (flush: () => Promise<void>) => {
  /** Whether there is a commit that no flush has begun to cover. */
  let isBehind = false
  let running: Promise<void> = Promise.resolve()
  let next: Promise<void> | undefined
  const flushed = (): Promise<void> => {
    if (!isBehind) return running
    return (next ??= running.then(() => {
      next = undefined
      isBehind = false
      return (running = flush())
    }))
  }
  return {
    committed: (): void => {
      isBehind = true
    },
    /**
     * What `work` wrote or read survives a power failure once this resolves. After a flush that failed, nobody knows
     * what is on the disk, so nothing succeeds until a restart.
     */
    after: async <R>(work: () => Promise<R>): Promise<R> => {
      const result = await work()
      await flushed()
      return result
    },
  }
}

const flush = promisify(fs.fdatasync)

/** The kernel releases this lock when the process dies, even after `kill -9`. A pid file would remain. */
const holdLock = (path: string): DatabaseSync => {
  const lock = new DatabaseSync(`${path}.lock`)
  try {
    lock.exec('pragma locking_mode = exclusive; begin exclusive;')
  } catch (cause) {
    lock.close()
    throw new StoreUnusable(`${path} is in use by another running process: stop it first`, { cause })
  }
  return lock
}

/** An existing file is not opened, because closing it would release this process's locks on it. */
const createIfMissing = (file: string) => {
  if (!fs.existsSync(file)) fs.closeSync(fs.openSync(file, 'a', 0o600))
}

/** Follows symbolic links, so that a file has only one lock. SQLite gives its other files the mode of this one. */
const privateFile = (path: string): string => {
  createIfMissing(path)
  const file = fs.realpathSync(path)
  createIfMissing(`${file}.lock`)
  for (const one of [file, `${file}-wal`, `${file}-shm`, `${file}.lock`])
    if (fs.existsSync(one)) fs.chmodSync(one, 0o600)
  return file
}

export const configure = (database: DatabaseSync): DatabaseSync => {
  // NORMAL leaves the flush of a commit to `flushesBy`. A power failure can only take back the last commits.
  database.exec('pragma journal_mode = wal; pragma synchronous = normal; pragma foreign_keys = on;')
  // The first read creates the log.
  database.exec('select count(*) from sqlite_schema')
  return database
}

const openInMemory = () => ({
  database: configure(new DatabaseSync(':memory:')),
  flushes: flushesBy(() => Promise.resolve()),
  close: () => undefined,
})

const openFile = (path: string) => {
  const opened: DatabaseSync[] = []
  try {
    fs.mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    const file = privateFile(resolve(path))
    const lock = holdLock(file)
    opened.push(lock)
    const database = new DatabaseSync(file)
    opened.push(database)
    configure(database)
    const log = fs.openSync(`${file}-wal`, 'r+')
    const close = () => {
      fs.closeSync(log)
      lock.close()
    }
    return { database, flushes: flushesBy(() => flush(log)), close }
  } catch (cause) {
    // Otherwise the file would count as in use by this process.
    for (const one of opened.reverse()) one.close()
    if (cause instanceof StoreUnusable) throw cause
    throw new StoreUnusable(`${path} cannot be opened: ${(cause as Error).message}`, { cause })
  }
}

/** Kysely doubts that SQLite can change a schema in a transaction, and would write each statement to the disk by itself. */
class Adapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

/** Without the tables of an index of texts: what they hold is in the tables that they index. */
class Introspector extends SqliteIntrospector {
  override async getTables(options?: DatabaseMetadataOptions): Promise<TableMetadata[]> {
    const tables = await super.getTables(options)
    return tables.filter(({ name }) => !name.startsWith('search_'))
  }
}

class Dialect extends SqliteDialect {
  override createIntrospector(sql: Kysely<unknown>): SqliteIntrospector {
    return new Introspector(sql)
  }

  override createAdapter(): SqliteAdapter {
    return new Adapter()
  }
}

const neverWrites = /^\s*(?:select|begin|commit|rollback|savepoint|release|pragma)\b/i

/** Caches statements, because preparing one costs more than running it. */
export const dialectOn = (
  database: DatabaseSync,
  onCommit: () => void = () => undefined,
  onClose: () => void = () => undefined,
): SqliteDialect => {
  const prepared = new LRUCache<string, SqliteStatement>({ max: 500 })
  let hasWritten = false
  const prepare = (sql: string): SqliteStatement => {
    const query = database.prepare(sql)
    const mayWrite = !neverWrites.test(sql)
    const noticeCommit = <R>(result: R): R => {
      if (mayWrite) hasWritten = true
      if (hasWritten && !database.isTransaction) {
        hasWritten = false
        onCommit()
      }
      return result
    }
    return {
      reader: query.columns().length > 0,
      all: (values) => noticeCommit(query.all(...(values as SQLInputValue[]))),
      run: (values) => noticeCommit(query.run(...(values as SQLInputValue[]))),
      iterate: (values) => query.iterate(...(values as SQLInputValue[])),
    }
  }
  const kyselyDatabase: SqliteDatabase = {
    prepare: (sql) => {
      const cached = prepared.get(sql)
      if (cached) return cached
      const fresh = prepare(sql)
      prepared.set(sql, fresh)
      return fresh
    },
    close: () => {
      prepared.clear()
      database.close()
      onClose()
    },
  }
  return new Dialect({ database: kyselyDatabase })
}

/** No other process can open the file meanwhile. A commit is durable after a flush. */
export const sqliteDialect = (path: string) => {
  const { database, flushes, close } = path === ':memory:' ? openInMemory() : openFile(path)
  return { dialect: dialectOn(database, () => flushes.committed(), close), flushes }
}

/** The file that a URL names. Undefined for PostgreSQL. */
export const fileOf = (url: string): string | undefined =>
  url.startsWith('sqlite:') ? resolve(url.slice('sqlite:'.length)) : undefined
