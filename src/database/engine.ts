import { type RawBuilder, sql } from 'kysely'

/** The differences between the engines. Both store times as integer ms, JSON as text, booleans as 0 and 1. */
export interface Engine {
  readonly name: 'sqlite' | 'postgres'
  /** Column type of a sequence that only grows: order, never a clock, never a uuid. */
  readonly sequence: 'integer' | 'bigserial'
  /** Whether the sequence must be told not to reuse a deleted row's number. */
  readonly autoIncrement: boolean
  /** Whether one process alone opens the database, so that older locks are void. */
  readonly soleOwner: boolean
  /** Appended to a select that claims rows; SQLite has one writer and needs nothing. */
  readonly skipLocked: '' | ' for update skip locked'
  readonly forUpdate: '' | ' for update'
  /** Rows as the table `e` (`e.key`: order, `e.value`: read with `->>`), in one parameter for any number. */
  readonly each: (rows: readonly object[]) => RawBuilder<unknown>
  /** PostgreSQL uses the index here, but reads the whole table for a subselect from `each`. */
  readonly among: (column: string, values: readonly string[] | readonly number[]) => RawBuilder<boolean>
  /** An index for a part of a text; undefined where the engine has none and reads the table. */
  readonly substringIndex: ((name: string, table: string, column: string) => RawBuilder<unknown>) | undefined
  /** Asks which line of history the server is on: a promoted replica begins another. */
  readonly timeline: RawBuilder<{ timeline: string }> | undefined
}

export const sqliteEngine: Engine = {
  name: 'sqlite',
  sequence: 'integer',
  autoIncrement: true,
  soleOwner: true,
  skipLocked: '',
  forUpdate: '',
  each: (rows) => sql`json_each(${JSON.stringify(rows)}) as e`,
  among: (column, values) =>
    sql`${sql.ref(column)} in (select value from json_each(${JSON.stringify(values)}))`,
  substringIndex: undefined,
  timeline: undefined,
}

export const postgresEngine: Engine = {
  name: 'postgres',
  sequence: 'bigserial',
  autoIncrement: false,
  soleOwner: false,
  skipLocked: ' for update skip locked',
  forUpdate: ' for update',
  each: (rows) =>
    sql`json_array_elements(cast(${JSON.stringify(rows)} as json)) with ordinality as e(value, key)`,
  among: (column, values) => {
    const type = sql.raw(typeof values[0] === 'number' ? 'bigint[]' : 'text[]')
    return sql`${sql.ref(column)} = any(cast(${values} as ${type}))`
  },
  // Trigrams. Where the extension is not installed, or may not be by this user, searches go on without it.
  // `fastupdate` is off: a list of pending entries would slow every search until somebody's write clears it.
  substringIndex: (name, table, column) => sql`do ${sql.raw('$index$')} begin
      create extension if not exists pg_trgm;
      create index ${sql.ref(name)} on ${sql.table(table)}
        using gin (${sql.ref(column)} gin_trgm_ops) with (fastupdate = off);
    exception when insufficient_privilege or feature_not_supported or undefined_file or undefined_object then
      raise notice 'without pg_trgm, a search by a part of a name reads the whole table';
    end ${sql.raw('$index$')}`,
  timeline: sql`select substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) as timeline`,
}
