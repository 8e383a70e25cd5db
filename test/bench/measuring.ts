import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../support/free-port.ts'
import { createDatabase } from '../support/postgres-server.ts'
import { eventually } from '../support/world.ts'

/** What each table is handed. `isShort`: only see that it works. */
export interface Run {
  readonly postgresUrl: string
  readonly isShort: boolean
}

/** A program as a process of its own, ready to serve. `worked` and `resident` are Linux's figures of it. */
export const startProcess = async (args: readonly string[], env: Readonly<Record<string, string>> = {}) => {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const dataDir = mkdtempSync(join(tmpdir(), 'onboarding-bench-'))
  const began = performance.now()
  const child = spawn(process.execPath, args, {
    cwd: join(import.meta.dirname, '../..'),
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      PATH: process.env['PATH'] ?? '',
      PORT: String(port),
      PUBLIC_URL: url,
      DATA_DIR: dataDir,
      DATABASE_URL: `sqlite:${join(dataDir, 'bot.db')}`,
      LOG_LEVEL: 'error',
      ...env,
    },
  })
  const over = once(child, 'exit')
  await eventually('a program that is ready', async () =>
    (await fetch(`${url}/readyz`)).ok ? true : undefined,
  )
  const readyMs = performance.now() - began
  const linux = (file: string) => readFileSync(`/proc/${child.pid}/${file}`, 'utf8')
  const resident = () => Number(/VmRSS:\s+(\d+)/.exec(linux('status'))?.[1]) / 1_024
  return {
    url,
    readyMs,
    /** Mebibytes. */
    resident,
    /** Ms of processor time until now. Linux counts 100 ticks a second. */
    worked: (): number => {
      const [, rest = ''] = linux('stat').split(') ')
      const [user = 0, system = 0] = rest.split(' ').slice(11, 13).map(Number)
      return (user + system) * 10
    },
    /** Resident after a garbage collection, in a process that has `collectGarbage`. */
    settled: async (): Promise<number> => {
      for (let n = 0; n < 3; n += 1) {
        child.kill('SIGUSR2')
        await sleep(1_000)
      }
      return resident()
    },
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGTERM')
      await over
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Options of Node for `settled`: memory is then what a program holds, not what it has not swept yet. */
export const collectGarbage = [
  '--expose-gc',
  '--import',
  'data:text/javascript,process.on("SIGUSR2",()=>globalThis.gc())',
]

/** `work` with each number below `count`, so many at a time. */
export const inParallel = async (count: number, most: number, work: (n: number) => Promise<unknown>) => {
  let next = 0
  const worker = async () => {
    while (next < count) await work(next++)
  }
  await Promise.all(Array.from({ length: most }, worker))
}

/**
 * `send` at a fixed rate, whatever the answers do, until `isOver`. Each is timed in ms from when it was due, so a server
 * that stalls is charged for everything that waited.
 */
export const atRate = async (
  perSecond: number,
  isOver: () => boolean,
  send: (n: number) => Promise<unknown>,
): Promise<number[]> => {
  const times: Promise<number>[] = []
  const from = performance.now()
  for (let n = 0; !isOver(); n += 1) {
    const due = from + (n * 1_000) / perSecond
    while (performance.now() < due) await sleep(Math.max(due - performance.now(), 0.1))
    times.push(send(n).then(() => performance.now() - due))
  }
  return Promise.all(times)
}

/** True after so many seconds. */
export const after = (seconds: number) => {
  const end = performance.now() + seconds * 1_000
  return () => performance.now() > end
}

/** The same measurement by name: of the baseline, which has no database, and of the bot on each engine. */
export const compare = async <R>(
  postgresUrl: string,
  measure: (databaseUrl: string | undefined) => Promise<R>,
  { baseline, folder = tmpdir() }: { baseline?: string; folder?: string },
): Promise<[name: string, figures: R][]> => {
  const home = mkdtempSync(join(folder, 'onboarding-bench-'))
  try {
    const bare: [string, R][] = baseline === undefined ? [] : [[baseline, await measure(undefined)]]
    const sqlite = await measure(`sqlite:${join(home, 'bot.db')}`)
    const postgres = await measure(await createDatabase(postgresUrl, `bench_${Date.now()}`))
    return [...bare, ['bot on SQLite, full fsync', sqlite], ['bot on PostgreSQL, fsync on', postgres]]
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}

export const bareProgram = { baseline: 'Bolt alone with the same calls, nothing stored' }

export interface Table {
  readonly title: string
  readonly head: readonly string[]
  readonly rows: readonly (readonly string[])[]
  /** A paragraph below the figures that explains them. */
  readonly note: string
}

/** A figure, and how many times the baseline's it is. */
export const beside = (figure: number, baseline: number | undefined, digits = 1): string =>
  figure.toFixed(digits) + (baseline === undefined ? '' : ` = ${(figure / baseline).toFixed(1)} ×`)

/** p50 is the share 0.5 of the numbers, p99 is 0.99, and the largest is 1. */
export const quantile = (numbers: readonly number[], share: number): number =>
  [...numbers].sort((a, b) => a - b)[Math.ceil(share * numbers.length) - 1] ?? Infinity

export const median = (numbers: readonly number[]): number => quantile(numbers, 0.5)
