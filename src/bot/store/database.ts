import { type Kysely, sql } from 'kysely'
import type {
  Database as AnyDatabase,
  DatabaseOptions,
  OpenDatabase,
  Queries as AnyQueries,
  Reach,
  Tx as AnyTx,
} from '../../database/database.ts'
import { fewEach } from '../../database/turns.ts'
import { openWithLanes, type LaneTables } from '../../lanes/tables.ts'
import type { InstallationTables } from './installation-tables.ts'
import { migrations } from './schema.ts'
import type { BotTables } from './tables.ts'
import { statementsOf, type Texts } from '../../database/statement.ts'
import { z } from 'zod'
import { GiveUp } from '../../lanes/lanes.ts'
import { scoping } from '../../database/scope.ts'

interface Index {
  table: string
  name: string
  /** JSON. */
  columns: string
  isUnique: number
  /** It has a condition. */
  isPartial: number
  /** The statistics that SQLite uses now. */
  stat: string | null
}

/** SQLite's own guess for a table without statistics. */
const rows = 1_048_576
const rowsOfPartial = rows / 64

/** Of the rows that are left, a value of such a column leaves one in this many. Any other leaves about ten. */
const shares: Readonly<Record<string, number>> = {
  installation_id: 64,
  channel: 16,
  kind: 2,
  state: 2,
}

/** All rows, then how many are left after each column of the index: what SQLite keeps in `stat`. */
const guess = ({ columns, isUnique, isPartial }: Index): string => {
  const all = isPartial ? rowsOfPartial : rows
  const names = JSON.parse(columns) as string[]
  const left: number[] = []
  for (const name of names) {
    const before = left.at(-1) ?? all
    const share = shares[name]
    left.push(share === undefined ? Math.max(5, Math.min(10, before - 1)) : before / share)
  }
  if (isUnique) left.splice(-1, 1, 1)
  return [all, ...left].join(' ')
}

/**
 * Without statistics, SQLite takes for granted that the first column of an index leaves ten rows. An installation leaves
 * far more, so SQLite would read all its rows instead of combining two better indexes. Statistics of `analyze` stay.
 */
const guessForInstallations = async (queries: Kysely<never>): Promise<void> => {
  // Creates the table of statistics.
  await sql`analyze sqlite_schema`.execute(queries)
  const { rows: indexes } = await sql<Index>`
    select tables.name as "table", keys.name as name, keys."unique" as "isUnique", keys.partial as "isPartial", stat,
      (select json_group_array(name order by seqno) from pragma_index_info(keys.name)) as columns
    from sqlite_master tables, pragma_index_list(tables.name) keys left join sqlite_stat1 on idx = keys.name
    where tables.type = 'table'
      and (stat is null or stat like ${`${rows} %`} or stat like ${`${rowsOfPartial} %`})
      and 'installation_id' in (select name from pragma_index_info(keys.name))`.execute(queries)
  const changed = indexes.filter((index) => index.stat !== guess(index))
  if (changed.length === 0) return
  await queries.transaction().execute(async (tx) => {
    for (const index of changed) {
      await sql`delete from sqlite_stat1 where idx = ${index.name}`.execute(tx)
      await sql`insert into sqlite_stat1 (tbl, idx, stat) values (${index.table}, ${index.name}, ${guess(index)})`.execute(
        tx,
      )
    }
  })
  await sql`analyze sqlite_schema`.execute(queries)
}

/** What the environment names: the installation, and its tracker account. */
export { defaultId as defaultInstallation } from './installation-tables.ts'
/** Not an installation: what belongs to the process or its database. Only settings have it. */
export const wholeBot = 0

export type Tables = BotTables & LaneTables

/** The tables as they are. Only `across` shows them. */
type AllTables = {
  [Name in keyof BotTables]: BotTables[Name] & { installation_id: number }
} & LaneTables

/** The tables whose rows have an owner. Complete, or it does not compile. */
const owned: { [Name in keyof BotTables]: true } = {
  channel_digest: true,
  channel_mute: true,
  channel_setting: true,
  post: true,
  inbox: true,
  known_comment: true,
  known_module: true,
  known_project: true,
  known_task: true,
  made_channel: true,
  module_name: true,
  person_link: true,
  project_request: true,
  reply: true,
  reply_comment: true,
  setting: true,
  subscription: true,
  task_thread: true,
}

export const scopedTables = Object.keys(owned) as readonly (keyof BotTables)[]

export const scopeTo = scoping(new Set<string>(scopedTables), 'installation_id')

/** Of one installation, so that a small workspace doesn't wait for all statements of a large one. */
const usesAtOnce = 4

declare const scoped: unique symbol
/** Only `of` makes one, so that other queries don't compile where an installation's are wanted. */
interface Scoped {
  readonly [scoped]: true
}

/** One installation's view. It sees only its own rows, and new rows become its own. */
export type Queries = AnyQueries<Tables> & Scoped

export interface Tx extends AnyTx<Tables> {
  readonly sql: AnyTx<Tables>['sql'] & Scoped
  readonly installation: number
}

interface Access {
  readonly sql: Queries
  /** `work` may run several times, so all it does outside of its transaction belongs into `afterCommit`. */
  transaction<R>(work: (tx: Tx) => Promise<R>): Promise<R>
}

export interface Database extends Access, Pick<AnyDatabase<Tables>, 'engine' | 'now'> {
  readonly installation: number
  readonly mayBeLost: Access
}

export interface BotDatabase
  extends AsyncDisposable, Pick<OpenDatabase<Tables>, 'engine' | 'now' | 'onStatement'> {
  /** For the queue, whose rows name their installation themselves. */
  readonly lanes: AnyDatabase<LaneTables>
  /** Who the bot serves. These rows belong to no installation. */
  readonly installations: AnyDatabase<InstallationTables>
  /** Costs a few objects, and neither connections nor time. */
  of(installation: number): Database
  /** All rows, of every installation. */
  readonly across: AnyDatabase<AllTables>
  within(tx: AnyTx<LaneTables> | AnyTx<InstallationTables>, installation: number): Tx
}

export const openDatabase = async (to: string | Reach, options?: DatabaseOptions): Promise<BotDatabase> => {
  const database = await openWithLanes<BotTables>(to, migrations, options)
  const { engine, now, onStatement } = database
  if (engine.name === 'sqlite') await guessForInstallations(database.sql as unknown as Kysely<never>)
  const aroundOf = fewEach(usesAtOnce)
  const viewOf = (installation: number): Database => {
    const view = database.view<Tables>({
      plugins: [scopeTo(installation)],
      around: aroundOf(installation),
    })
    const accessOf = ({ sql, transaction }: Pick<typeof view, 'sql' | 'transaction'>): Access => ({
      sql: sql as Queries,
      transaction: (work) => transaction((tx) => work({ ...tx, sql: tx.sql as Tx['sql'], installation })),
    })
    return { ...view, ...accessOf(view), mayBeLost: accessOf(view.mayBeLost), installation }
  }
  return {
    engine,
    now,
    onStatement,
    lanes: database as unknown as AnyDatabase<LaneTables>,
    installations: database.view<InstallationTables>({ plugins: [] }),
    of: viewOf,
    across: database.view<AllTables>({ plugins: [] }),
    within: (tx, installation) => {
      const sql = tx.sql.withPlugin(scopeTo(installation)) as unknown as Tx['sql']
      return { ...tx, sql, installation }
    },
    [Symbol.asyncDispose]: () => database[Symbol.asyncDispose](),
  }
}

/** The statements of the modules that are loaded. */
export const texts: Texts<Queries> = []

/** A statement names no installation: it is limited to one when it is compiled. */
export const statement = statementsOf<Tables, Queries>(texts)

/** Clears at most `limit` rows that ended before a time in ms. Returns how many. */
export type Clear = (sql: Queries, before: number, limit: number) => Promise<number>

export const noLongerKept = '(no longer kept)'

/** Throws `GiveUp` if the text does not match, so that only this job fails, without retries. */
export const readJson = <T>(what: string, schema: z.ZodType<T>, text: string): T => {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    // Text that is not JSON counts as no value, which the schema refuses.
  }
  const read = schema.safeParse(value)
  if (read.success) return read.data
  throw new GiveUp(`${what} cannot be read: ${z.prettifyError(read.error)}`)
}
