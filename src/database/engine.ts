import { type RawBuilder, sql } from 'kysely'

/**
 * What differs between the two engines, as data; the rest of the tree runs the same SQL on both.
 * Times are integer milliseconds, JSON is text, booleans are 0 and 1.
 */
export interface Engine {
  readonly name: 'sqlite' | 'postgres'
  /** Column type of a sequence that only grows: order, never a clock, never a uuid. */
  readonly sequence: 'integer' | 'bigserial'
  /** Whether the sequence must be told never to give a deleted row's number again. */
  readonly autoIncrement: boolean
  /** Whether whoever has the database open is alone with it, so that what others held is free. */
  readonly soleOwner: boolean
  /** Appended to a select that takes rows for itself; SQLite has one writer, so needs nothing. */
  readonly skipLocked: '' | ' for update skip locked'
  readonly forUpdate: '' | ' for update'
  /**
   * Rows from JSON as the table `e` with `e.key` (their order) and `e.value` (read with `->>`). One parameter
   * however many rows, so no limit on parameters is met and the statement's text never changes.
   */
  readonly each: (rows: readonly object[]) => RawBuilder<unknown>
  /**
   * Whether a column is one of the values. PostgreSQL's planner sees how many there are and uses the index; a
   * subselect from `each` it takes for a hundred rows of anything, and reads the whole table.
   */
  readonly among: (column: string, values: readonly string[] | readonly number[]) => RawBuilder<boolean>
  /** Makes an index that finds a part of a text; undefined where the engine has none, and reads the table. */
  readonly substringIndex: ((name: string, table: string, column: string) => RawBuilder<unknown>) | undefined
  /** An expression that tells other processes `text` on `channel` when the transaction commits. */
  readonly notify: (channel: string, text: RawBuilder<unknown>) => RawBuilder<unknown>
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
  notify: () => sql`null`,
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
  notify: (channel, text) => sql`pg_notify(${channel}, ${text})`,
}
