import { chmodSync, closeSync, existsSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'

/** Most rows hold a JSON document (`doc`), next to the columns that find it. */
const schema = `
  create table if not exists setting (name text primary key, value text not null) strict;
  create table if not exists person (id text primary key, doc text not null) strict;
  create table if not exists channel (id text primary key, doc text not null) strict;
  create table if not exists message (
    channel text not null, ts text not null, thread_ts text, visible_to text, doc text not null,
    primary key (channel, ts)
  ) strict, without rowid;
  create index if not exists message_thread on message (channel, thread_ts, ts);
  create table if not exists read_mark (person text, channel text, ts text not null, primary key (person, channel)) strict;
  create table if not exists pin (channel text, ts text, doc text not null, primary key (channel, ts)) strict;
  create table if not exists home (person text primary key, doc text not null) strict;
  create table if not exists response_url (
    id text primary key, doc text not null, uses_left integer not null, expires_at integer not null
  ) strict;
  create table if not exists unsent (id text primary key, doc text not null) strict;
  create table if not exists installation (team text primary key, doc text not null) strict;
  create table if not exists token (token text primary key, team text not null, doc text not null) strict;
`

export interface Database extends Disposable {
  all<Row>(sql: string, ...values: SQLInputValue[]): Row[]
  get<Row>(sql: string, ...values: SQLInputValue[]): Row | undefined
  /** Returns how many rows changed. */
  run(sql: string, ...values: SQLInputValue[]): number
  /** All of `work` or none of it. `work` must not wait for anything. */
  transaction<Result>(work: () => Result): Result
}

/** The one file of all workspaces. `synchronous=normal`: a power cut may lose the last writes, never the file. */
export const openDatabase = (path: string): Database => {
  if (path !== ':memory:') {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    // SQLite gives its other files the same mode.
    closeSync(openSync(path, 'a', 0o600))
    for (const file of [path, `${path}-wal`, `${path}-shm`]) if (existsSync(file)) chmodSync(file, 0o600)
  }
  const database = new DatabaseSync(path)
  database.exec('pragma journal_mode = wal; pragma synchronous = normal; pragma busy_timeout = 2000;')
  database.exec(schema)
  const prepared = new Map<string, StatementSync>()
  const statement = (sql: string) => {
    const cached = prepared.get(sql) ?? database.prepare(sql)
    prepared.set(sql, cached)
    return cached
  }
  return {
    all: <Row>(sql: string, ...values: SQLInputValue[]) => statement(sql).all(...values) as Row[],
    get: <Row>(sql: string, ...values: SQLInputValue[]) => statement(sql).get(...values) as Row | undefined,
    run: (sql, ...values) => Number(statement(sql).run(...values).changes),
    transaction: (work) => {
      database.exec('begin immediate')
      try {
        const result = work()
        database.exec('commit')
        return result
      } catch (error) {
        database.exec('rollback')
        throw error
      }
    },
    [Symbol.dispose]: () => {
      prepared.clear()
      database.close()
    },
  }
}
