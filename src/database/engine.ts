import {
  ValueNode,
  sql,
  SqliteAdapter,
  type Expression,
  type OperationNode,
  type QueryExecutor,
  type RawBuilder,
  type Kysely,
} from 'kysely'

/** Stands for a value while a statement is built. In a compiled statement, it marks where the value goes. */
export class Parameter<Value> implements Expression<Value> {
  readonly name: string
  readonly #encode: (value: unknown) => unknown

  constructor(name: string, encode: (value: unknown) => unknown = (value) => value) {
    this.name = name
    this.#encode = encode
  }

  get expressionType(): Value | undefined {
    return undefined
  }

  toOperationNode(): OperationNode {
    return ValueNode.create(this)
  }

  /** The same parameter, with its value encoded. */
  as<Encoded>(encode: (value: Value) => Encoded): Parameter<Encoded> {
    return new Parameter(this.name, (value) => encode(this.#encode(value) as Value))
  }

  of(values: object): unknown {
    return this.#encode((values as Record<string, unknown>)[this.name])
  }
}

interface ListTypes {
  readonly text: readonly string[]
  readonly bigint: readonly number[]
}

const asJson = (value: unknown): string => JSON.stringify(value)

/** The differences between SQLite and PostgreSQL. Both store times as integer ms, JSON as text, booleans as 0 and 1. */
export interface Engine {
  readonly name: 'sqlite' | 'postgres'
  /** The type of a key that only grows. Its numbers are never reused. */
  readonly sequence: 'integer primary key autoincrement' | 'bigserial primary key'
  /** Whether only one process can open the database, so that older leases are void. */
  readonly soleOwner: boolean
  /** Appended to a select that claims rows. SQLite has one writer and needs nothing. */
  readonly skipLocked: '' | ' for update skip locked'
  readonly forUpdate: '' | ' for update'
  /** Passes any number of rows in one parameter, as the table `e`: `e.key` is the order, `e.value` is read with `->>`. */
  readonly each: (rows: Parameter<readonly object[]>) => RawBuilder<unknown>
  /** Whether a column has one of the values. A subselect from `each` would read the whole table on PostgreSQL. */
  readonly among: <Type extends keyof ListTypes>(
    column: string,
    type: Type,
    values: Parameter<ListTypes[Type]>,
  ) => RawBuilder<boolean>
  /** At most `limit` of the rows that match. */
  readonly some: (table: string, where: RawBuilder<unknown>, limit: number) => RawBuilder<boolean>
  /** Reads the server's clock, in ms. Undefined without a server. */
  readonly clock: RawBuilder<{ at: number }> | undefined
}

export const sqliteEngine: Engine = {
  name: 'sqlite',
  sequence: 'integer primary key autoincrement',
  soleOwner: true,
  skipLocked: '',
  forUpdate: '',
  each: (rows) => sql`json_each(${rows.as(asJson)}) as e`,
  among: (column, _type, values) =>
    sql`${sql.ref(column)} in (select value from json_each(${values.as(asJson)}))`,
  some: (table, where, limit) =>
    sql`rowid in (select rowid from ${sql.table(table)} where ${where} limit ${limit})`,
  clock: undefined,
}

export const postgresEngine: Engine = {
  name: 'postgres',
  sequence: 'bigserial primary key',
  soleOwner: false,
  skipLocked: ' for update skip locked',
  forUpdate: ' for update',
  each: (rows) => sql`json_array_elements(cast(${rows.as(asJson)} as json)) with ordinality as e(value, key)`,
  among: (column, type, values) => sql`${sql.ref(column)} = any(cast(${values} as ${sql.raw(type)}[]))`,
  some: (table, where, limit) =>
    sql`ctid = any(array(select ctid from ${sql.table(table)} where ${where} limit ${limit}))`,
  clock: sql`select cast(extract(epoch from clock_timestamp()) * 1000 as bigint) as at`,
}

export const engineOf = ({ adapter }: Pick<QueryExecutor, 'adapter'>): Engine =>
  adapter instanceof SqliteAdapter ? sqliteEngine : postgresEngine

export const namesOf = <Columns extends object>(columns: Columns) =>
  Object.keys(columns) as (keyof Columns & string)[]

/** Any number of rows in one parameter, for an insert: each column by its name, in the order of the rows. */
export const rowsIn = <Tables, Row extends object>(
  db: Kysely<Tables>,
  engine: Engine,
  rows: Parameter<readonly Row[]>,
  columns: { readonly [Name in keyof Row]: 'text' | 'bigint' },
) =>
  // The rows come from the parameter, so any database will do.
  (db as unknown as Kysely<{ e: object }>)
    .selectFrom(sql`(select * from ${engine.each(rows)})`.as('e'))
    .select(
      Object.entries<string>(columns).map(([name, type]) =>
        sql`cast(e.value->>${sql.lit(name)} as ${sql.raw(type)})`.as(name),
      ),
    )
    .orderBy(sql`e.key`)

/** PostgreSQL's texts can't hold this character. */
export const nul = '\0'

/** Makes text from outside storable on both engines: without NUL and half surrogate pairs. */
export const toStorableText = (text: string): string => text.toWellFormed().replaceAll(nul, '\uFFFD')
