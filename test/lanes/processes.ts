import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { onTestFinished } from 'vitest'
import type { Database } from '../../src/bot/store/database.ts'
import { childEnvironment } from '../support/run-main.ts'
import type { Order } from './process.ts'

const program = fileURLToPath(new URL('process.ts', import.meta.url))

/** A child process that follows the order. `ended` resolves with its exit code, or the signal that killed it. */
export const startProcess = (order: Order) => {
  const child = spawn(process.execPath, [program, JSON.stringify(order)], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: childEnvironment(),
  })
  const ended = once(child, 'exit').then(([code, signal]) => (code ?? signal) as number | string)
  onTestFinished(() => void child.kill('SIGKILL'))
  /** It says that it works, or holds. */
  return { child, ended, said: once(child.stdout, 'data') }
}

/** Where the handlers write what they did, in the order in which they did it. */
export const createMarks = (database: Database) =>
  sql`create table mark (${sql.raw(`id ${database.engine.sequence}`)},
    lane text not null, seq bigint not null, producer bigint not null, n bigint not null, worker bigint not null)`.execute(
    database.sql,
  )

interface Mark {
  readonly lane: string
  readonly seq: number
  readonly producer: number
  readonly n: number
  readonly worker: number
}

export const readMarks = async (database: Database): Promise<Mark[]> =>
  (await sql<Mark>`select lane, seq, producer, n, worker from mark order by id`.execute(database.sql)).rows

export const countMarks = async (database: Database): Promise<number> =>
  (await sql<{ n: number }>`select count(*) as n from mark`.execute(database.sql)).rows[0]?.n ?? 0

/** Whatever ran before what was committed before it, or before what its own producer put in before it. */
export const inversions = (marks: readonly Mark[]): string[] => {
  const lastSeq = new Map<string, number>()
  const lastN = new Map<string, number>()
  const wrong: string[] = []
  for (const { lane, seq, producer, n } of marks) {
    const by = `${lane} of ${producer}`
    if (seq <= (lastSeq.get(lane) ?? 0)) wrong.push(`${lane}: ${seq} after ${lastSeq.get(lane)}`)
    if (n < (lastN.get(by) ?? 0)) wrong.push(`${by}: ${n} after ${lastN.get(by)}`)
    lastSeq.set(lane, seq)
    lastN.set(by, n)
  }
  return wrong
}
