import {
  createQueryId,
  type CompiledQuery,
  type Kysely,
  type QueryExecutor,
  type QueryExecutorProvider,
  type QueryResult,
  type RootOperationNode,
  type Simplify,
  type DeleteResult,
  type UpdateResult,
} from 'kysely'
import { engineOf, Parameter, type Engine } from './engine.ts'
import { Owned } from './scope.ts'

/** What stands for the values of a call while a statement is built. Undefined for one that the call leaves out. */
export type Given<Values> = {
  readonly [Name in keyof Values]-?: undefined extends Values[Name]
    ? Parameter<Exclude<Values[Name], undefined>> | undefined
    : Parameter<Values[Name]>
}

type Run<Tables> = Pick<Kysely<Tables>, 'getExecutor' | 'withoutPlugins'>

interface Query<Row> {
  toOperationNode(): RootOperationNode
  compile(executor: QueryExecutorProvider): CompiledQuery<Row>
}

/** Built and compiled once. A call only binds its values. */
interface Statement<Queries, Values, Row> {
  all(sql: Queries, values: Values): Promise<Row[]>
  first(sql: Queries, values: Values): Promise<Row | undefined>
  /** For a statement that always returns a row, and may return more. */
  some(sql: Queries, values: Values): Promise<[Row, ...Row[]]>
  /** For a statement that always returns one row. */
  one(sql: Queries, values: Values): Promise<Row>
  /** How many rows it inserted, changed, or deleted. */
  run(sql: Queries, values: Values): Promise<number>
}

/** For tests: the text of each statement, when a call leaves out no value. */
export type Texts<Queries> = ((sql: Queries) => string)[]

const owner = new Parameter<number>('owner')

const ownerIn = ({ plugins }: QueryExecutor) => plugins.find((plugin) => plugin instanceof Owned)

const standIns = (isGiven: (name: string) => boolean): object =>
  new Proxy({}, { get: (_, name: string) => (isGiven(name) ? new Parameter(name) : undefined) })

const formOf = (executor: QueryExecutor, values: object): string => {
  let form: string = engineOf(executor).name
  if (ownerIn(executor)) form += ' owned'
  for (const [name, value] of Object.entries(values)) if (value !== undefined) form += ` ${name}`
  return form
}

/**
 * A statement is compiled at its first call, once for each engine and for each choice of values that calls leave out,
 * because that takes longer than to run it. For one owner's queries it is limited to the owner's rows then, and refused
 * if it can't be. `Queries`: a database's or a transaction's.
 */
export const statementsOf =
  <Tables, Queries extends Run<Tables>>(texts: Texts<Queries> = []) =>
  <Values extends object, Row>(
    build: (db: Kysely<Tables>, given: Given<Values>, engine: Engine) => Query<Row>,
  ): Statement<Queries, Values, Simplify<Row>> => {
    const compiled = new Map<string, CompiledQuery>()

    const compile = (sql: Run<Tables>, isGiven: (name: string) => boolean): CompiledQuery => {
      const executor = sql.getExecutor()
      const id = createQueryId()
      const given = standIns(isGiven) as Given<Values>
      if (executor.plugins.filter((plugin) => plugin instanceof Owned).length > 1)
        throw new TypeError('a statement has one owner')
      const node = build(sql.withoutPlugins(), given, engineOf(executor)).toOperationNode()
      return executor.compileQuery(ownerIn(executor)?.limitTo(owner, node, id) ?? node, id)
    }

    const execute = async (sql: Queries, values: Values): Promise<QueryResult<Simplify<Row>>> => {
      const executor = sql.getExecutor()
      const form = formOf(executor, values)
      const query = compiled.get(form) ?? compile(sql, (name) => values[name as keyof Values] !== undefined)
      compiled.set(form, query)
      const parameters = query.parameters.map((value) => {
        if (value === owner) return ownerIn(executor)?.owner
        return value instanceof Parameter ? value.of(values) : value
      })
      return executor.executeQuery({ ...query, parameters })
    }

    const some = async (sql: Queries, values: Values): Promise<[Simplify<Row>, ...Simplify<Row>[]]> => {
      const [row, ...more] = (await execute(sql, values)).rows
      if (row === undefined) throw new TypeError('a statement found nothing that always has a row')
      return [row, ...more]
    }

    texts.push((sql) => compile(sql, () => true).sql)
    return {
      all: async (sql, values) => (await execute(sql, values)).rows,
      first: async (sql, values) => (await execute(sql, values)).rows[0],
      some,
      one: async (sql, values) => (await some(sql, values))[0],
      run: async (sql, values) => Number((await execute(sql, values)).numAffectedRows ?? 0),
    }
  }

interface Change {
  executeTakeFirst(): Promise<UpdateResult | DeleteResult>
}

export const rowsOf = async (statement: Change): Promise<number> => {
  const result = await statement.executeTakeFirst()
  return Number('numUpdatedRows' in result ? result.numUpdatedRows : result.numDeletedRows)
}

export const changedAny = async (statement: Change): Promise<boolean> => (await rowsOf(statement)) > 0
