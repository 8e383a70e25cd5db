import { copyFileSync, statSync, truncateSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { type CompiledQuery, type DatabaseConnection, type Dialect, sql } from 'kysely'
import { type Reach, sqliteReach } from '../../src/database/database.ts'
import { sqliteEngine } from '../../src/database/engine.ts'
import { configure, dialectOn, flushesBy } from '../../src/database/sqlite.ts'
import { between, chance } from './chance.ts'
import { alive, type Host, worldTime } from './clock.ts'
import { note } from './trace.ts'

/** Before each statement of a host. May end the host. */
type Step = () => void

const full = () =>
  Object.assign(new Error('database or disk is full'), { code: 'ERR_SQLITE_ERROR', errcode: 13 })
const lost = () => Object.assign(new Error('Connection terminated unexpectedly'), { code: 'ECONNRESET' })
const writes = /^\s*(insert|update|delete|with)\b/i

interface Surroundings {
  readonly host: Host
  readonly step: Step
  readonly state: State
  readonly database: DatabaseSync
  /** Two nodes wait for each other, as they do for a server. */
  readonly isShared: boolean
}

/** What is wrong with the disk, or with the server of a database that nodes share. */
interface State {
  isFull: boolean
  isDown: boolean
  /** How often the server went down. Each time, it forgets what was not committed. */
  crashes: number
  /** Resolves when the server goes on. */
  frozen: Promise<void> | undefined
}

/** A host's statements: none runs while it is frozen, and none once it is dead. */
const steps = (dialect: Dialect, { host, step, state, database, isShared }: Surroundings): Dialect => ({
  createAdapter: () => dialect.createAdapter(),
  createQueryCompiler: () => dialect.createQueryCompiler(),
  createIntrospector: (database) => dialect.createIntrospector(database),
  createDriver: () => {
    const driver = dialect.createDriver()
    const acquire = driver.acquireConnection.bind(driver)
    const release = driver.releaseConnection.bind(driver)
    let crashes = state.crashes
    const reach = async () => {
      if (isShared && chance() < 0.02) await sleep(between(1, 40))
      if (state.frozen) await state.frozen
      if (!database.isTransaction) ({ crashes } = state)
      if (!state.isDown && crashes === state.crashes) return
      if (database.isTransaction) database.exec('rollback')
      throw lost()
    }
    const inner = new WeakMap<DatabaseConnection, DatabaseConnection>()
    driver.releaseConnection = (connection, ...rest) => release(inner.get(connection) ?? connection, ...rest)
    driver.acquireConnection = async (...given) => {
      const connection = await acquire(...given)
      const outer: DatabaseConnection = {
        executeQuery: async <R>(query: CompiledQuery, ...rest: never[]) => {
          if (isShared) await reach()
          step()
          const gone = alive(host)
          if (gone) await gone
          note(host.name, `${query.sql} ${JSON.stringify(query.parameters)}`)
          if (state.isFull && writes.test(query.sql)) throw full()
          return connection.executeQuery<R>(query, ...rest)
        },
        streamQuery: connection.streamQuery.bind(connection),
      }
      inner.set(outer, connection)
      return outer
    }
    return driver
  },
})

/** One node at a time, or several that share it as they would share a server. */
export const newDisk = (template: string, folder: string, isShared: boolean) => {
  let copies = 0
  let file = `${folder}/bot-0.db`
  copyFileSync(template, file)
  /** Bytes of the log that a power failure leaves. */
  let flushed = 0
  const state: State = { isFull: false, isDown: false, crashes: 0, frozen: undefined }
  const clock = sql<{ at: number }>`select world_time() as at`
  const engine = isShared ? { ...sqliteEngine, soleOwner: false, clock } : sqliteEngine
  const size = () => statSync(`${file}-wal`).size
  let goOn: () => void = () => undefined
  return {
    isShared,
    fill: (): void => void (state.isFull = true),
    free: (): void => void (state.isFull = false),
    /** Of a database that nodes share. */
    server: {
      crash: async () => {
        state.isDown = true
        state.crashes += 1
      },
      restart: async () => void (state.isDown = false),
      signal: (name: NodeJS.Signals) => {
        goOn()
        const { promise, resolve } = Promise.withResolvers<void>()
        state.frozen = name === 'SIGSTOP' ? promise : undefined
        goOn = resolve
      },
    },
    file: () => file,
    open: (host: Host, step: Step): { reach: Reach; close: () => void } => {
      const database = new DatabaseSync(file)
      configure(database)
      // What the log holds is what a power failure may take.
      database.exec('pragma wal_autocheckpoint = 0')
      // As a server's clock, which none of the nodes shares.
      database.function('world_time', () => worldTime())
      flushed = size()
      const flushes = flushesBy(async () => {
        const covered = size()
        await sleep(between(1, 4))
        flushed = covered
      })
      const dialect = steps(dialectOn(database, flushes.committed), {
        host,
        step,
        state,
        database,
        isShared,
      })
      return {
        reach: sqliteReach({ dialect: dialect as never, flushes }, engine),
        close: () => database.close(),
      }
    },
    /** Before the database is closed, which would write the log into the file. False if others use it. */
    losePower: (): boolean => {
      if (isShared) return false
      const next = `${folder}/bot-${++copies}.db`
      copyFileSync(file, next)
      copyFileSync(`${file}-wal`, `${next}-wal`)
      truncateSync(`${next}-wal`, flushed)
      file = next
      return true
    },
  }
}
export type Disk = ReturnType<typeof newDisk>
