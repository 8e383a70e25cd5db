import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempDisposableSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../support/free-port.ts'
import { createDatabase } from '../support/postgres-server.ts'
import { eventually } from '../support/world.ts'

/** A program as a process of its own, ready to serve. `worked` and `resident` are Linux's figures of it. */
export const startProcess = async (args: readonly string[], env: Readonly<Record<string, string>> = {}) => {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const dataDir = mkdtempDisposableSync(join(tmpdir(), 'onboarding-bench-'))
  const began = performance.now()
  const child = spawn(process.execPath, args, {
    cwd: join(import.meta.dirname, '../..'),
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      PATH: process.env['PATH'] ?? '',
      PORT: String(port),
      PUBLIC_URL: url,
      DATA_DIR: dataDir.path,
      DATABASE_URL: `sqlite:${join(dataDir.path, 'bot.db')}`,
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
  return {
    url,
    readyMs,
    /** In a process of `world`. */
    collectGarbage: () => child.kill('SIGUSR2'),
    /** Mebibytes. */
    resident: () => Number(/VmRSS:\s+(\d+)/.exec(linux('status'))?.[1]) / 1_024,
    /** Ms of processor time until now. Linux counts 100 ticks a second. */
    worked: (): number => {
      const [, rest = ''] = linux('stat').split(') ')
      const [user = 0, system = 0] = rest.split(' ').slice(11, 13).map(Number)
      return (user + system) * 10
    },
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGTERM')
      await over
      dataDir.remove()
    },
  }
}

/** `work` with each number below `count`, so many at a time. */
export const inParallel = async (count: number, most: number, work: (n: number) => Promise<unknown>) => {
  let next = 0
  const worker = async () => {
    while (next < count) await work(next++)
  }
  await Promise.all(Array.from({ length: most }, worker))
}

/**
 * `send` at a fixed rate, whatever the answers do, until it is over. Each is timed in ms from when it was due, so a
 * server that stalls is charged for everything that waited.
 */
export const atRate = async (
  perSecond: number,
  over: AbortSignal,
  send: (n: number) => Promise<unknown>,
): Promise<number[]> => {
  const times: Promise<number>[] = []
  const from = performance.now()
  for (let n = 0; !over.aborted; n += 1) {
    const due = from + (n * 1_000) / perSecond
    while (performance.now() < due) await sleep(Math.max(due - performance.now(), 0.1))
    times.push(send(n).then(() => performance.now() - due))
  }
  return Promise.all(times)
}

/** The same measurement by name: of the baseline, which has no database, and of the bot on each engine. */
export const compare = async <R>(
  postgresUrl: string,
  measure: (databaseUrl: string | undefined) => Promise<R>,
  { baseline, folder = tmpdir() }: { baseline?: string; folder?: string },
): Promise<[name: string, figures: R][]> => {
  using home = mkdtempDisposableSync(join(folder, 'onboarding-bench-'))
  const bare: [string, R][] = baseline === undefined ? [] : [[baseline, await measure(undefined)]]
  const sqlite = await measure(`sqlite:${join(home.path, 'bot.db')}`)
  const postgres = await measure(await createDatabase(postgresUrl, `bench_${Date.now()}`))
  return [...bare, ['bot on SQLite, full fsync', sqlite], ['bot on PostgreSQL, fsync on', postgres]]
}

export const bareProgram = { baseline: 'Bolt alone with the same calls, nothing stored' }

/** Runs each way so often, in alternation, so that other load affects all. One more round, the first, warms up. */
export const inTurns = async <W, R>(rounds: number, ways: readonly W[], runOnce: (way: W) => Promise<R>) => {
  const found = ways.map((way) => [way, [] as R[]] as const)
  for (let round = 0; round <= rounds; round += 1)
    for (const [way, runs] of found) {
      const run = await runOnce(way)
      if (round > 0) runs.push(run)
    }
  return found
}

/** Each figure, and how many times the first row's it is, but for columns that stand `alone`. */
export const besideFirst = (
  rows: readonly (readonly [name: string, figures: readonly number[]])[],
  digits: number,
  alone: readonly number[] = [],
): string[][] =>
  rows.map(([name, figures], row) => {
    const times = (figure: number, at: number) =>
      row === 0 || alone.includes(at) ? '' : ` = ${(figure / (rows[0]?.[1][at] ?? NaN)).toFixed(1)} ×`
    return [name, ...figures.map((figure, at) => figure.toFixed(digits) + times(figure, at))]
  })

/** p50 is the share 0.5 of the numbers, p99 is 0.99, and the largest is 1. */
export const quantile = (numbers: readonly number[], share: number): number =>
  [...numbers].sort((a, b) => a - b)[Math.ceil(share * numbers.length) - 1] ?? Infinity

export const median = (numbers: readonly number[]): number => quantile(numbers, 0.5)
