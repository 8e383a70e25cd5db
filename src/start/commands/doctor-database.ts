import { accessSync, constants, existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Kysely, sql as raw } from 'kysely'
import { bad, type Finding, good } from '../../bot/features/status/messages/doctor.ts'
import type { Run } from '../../bot/installations/store/connections.ts'
import { keysInUse } from '../../bot/installations/store/sealed.ts'
import { knownInstanceKey } from '../../bot/store/key-values.ts'
import { type Queries, wholeBot, scopeTo } from '../../bot/store/database.ts'
import { stepsNamed, type Sql } from './migrate.ts'
import { connect } from '../../database/database.ts'
import { newerVersion, stepsTaken } from '../../database/migrate.ts'
import { dialectOn, fileOf } from '../../database/sqlite.ts'
import { hideSecrets } from '../../log.ts'

interface DatabaseFindings {
  readonly findings: readonly Finding[]
  /** The key of the bot that uses the database. The id that a running bot answers with is made of it. */
  readonly instanceKey?: string | undefined
  /** How many secrets each of ENCRYPTION_KEYS encrypts, by the key's id. */
  readonly keyUses?: ReadonlyMap<string, number> | undefined
}

const findingOfSchema = (topic: string, taken: readonly string[]): Finding => {
  if (taken.length === 0) return good(topic, 'empty; the first start creates its tables')
  if (stepsNamed(taken)) return good(topic, 'this version can use its tables')
  return bad(topic, newerVersion.found, newerVersion.remedy)
}

const unusable = (topic: string, error: unknown, remedy: string) =>
  bad(topic, `it can’t be used: ${hideSecrets((error as Error).message || String(error))}`, remedy)

/** Creates a table, and takes it back. */
const tryToWrite = async (sql: Sql): Promise<void> => {
  const undone = new Error('undone')
  await sql
    .transaction()
    .execute(async (trx) => {
      await raw`create table doctor_probe (n integer)`.execute(trx)
      throw undone
    })
    .catch((error: unknown) => {
      if (error !== undone) throw error
    })
}

/** What only a bot's database has. */
const keysIn = async (sql: Sql, taken: readonly string[]) => {
  if (taken.length === 0) return {}
  const scoped = sql.withPlugin(scopeTo(wholeBot)) as unknown as Queries
  return {
    instanceKey: await knownInstanceKey(scoped).catch(() => undefined),
    keyUses: await keysInUse(sql as unknown as Run).catch(() => undefined),
  }
}

const ofPostgres = async (topic: string, url: string): Promise<DatabaseFindings> => {
  await using database = connect(url, 1)
  const { sql } = database
  try {
    const { rows } = await raw<{ server_version: string }>`show server_version`.execute(sql)
    const taken = await stepsTaken(sql)
    const schemaFinding = findingOfSchema(topic, taken)
    await tryToWrite(sql)
    const version = good(topic, `PostgreSQL ${rows[0]?.server_version ?? ''}; it can be written to`)
    return { findings: [version, schemaFinding], ...(await keysIn(sql, taken)) }
  } catch (error) {
    const remedy =
      'check the address, the user’s rights (also to create tables), and that the server accepts this machine'
    return { findings: [unusable(topic, error, remedy)] }
  }
}

const isInUse = async (url: string): Promise<boolean> => {
  try {
    await using database = connect(url)
    await tryToWrite(database.sql)
    return false
  } catch (error) {
    if (/in use by another running process/.test((error as Error).message)) return true
    throw error
  }
}

const nearestExisting = (path: string): string => (existsSync(path) ? path : nearestExisting(dirname(path)))

/** Closed before the file is written to: a reader that closes last leaves `-wal` and `-shm` there. */
const read = async (file: string) => {
  await using reader = new Kysely<unknown>({
    dialect: dialectOn(new DatabaseSync(file, { readOnly: true })),
  })
  const taken = await stepsTaken(reader)
  return { taken, keys: await keysIn(reader, taken) }
}

const ofSqlite = async (topic: string, url: string, file: string): Promise<DatabaseFindings> => {
  try {
    if (!existsSync(file)) {
      accessSync(nearestExisting(file), constants.W_OK)
      return { findings: [good(topic, `${file} isn’t there yet; the first start creates it`)] }
    }
    accessSync(dirname(file), constants.W_OK)
    const { taken, keys } = await read(file)
    const state = (await isInUse(url)) ? 'in use by a running program' : 'it can be written to'
    return { findings: [good(topic, `SQLite; ${state}`), findingOfSchema(topic, taken)], ...keys }
  } catch (error) {
    const remedy = `check the disk, and that this user can write to ${dirname(file)}`
    return { findings: [unusable(topic, error, remedy)] }
  }
}

/** `topic`: the variable that names the database. */
export const checkDatabase = (topic: string, url: string): Promise<DatabaseFindings> => {
  const file = fileOf(url)
  return file === undefined ? ofPostgres(topic, url) : ofSqlite(topic, url, file)
}
