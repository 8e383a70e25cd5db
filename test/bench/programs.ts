import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createDatabase } from '../support/postgres-server.ts'

/** What each table is handed. `isShort`: only see that it works. */
export interface Run {
  readonly postgresUrl: string
  readonly isShort: boolean
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

/** The same measurement of the bot on SQLite and on PostgreSQL, each time with a new database, by name. */
export const onBoth = async <R>(
  postgresUrl: string,
  measure: (databaseUrl: string) => Promise<R>,
  folder = tmpdir(),
): Promise<[name: string, figures: R][]> => {
  const home = mkdtempSync(join(folder, 'onboarding-bench-'))
  try {
    const sqlite = await measure(`sqlite:${join(home, 'bot.db')}`)
    const postgres = await measure(await createDatabase(postgresUrl, `bench_${Date.now()}`))
    return [
      ['bot on SQLite, full fsync', sqlite],
      ['bot on PostgreSQL, fsync on', postgres],
    ]
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}

/** The same, after the baseline, which has no database. */
export const withBaseline = async <R>(
  postgresUrl: string,
  baseline: string,
  measure: (databaseUrl: string | undefined) => Promise<R>,
): Promise<[name: string, figures: R][]> => [
  [baseline, await measure(undefined)],
  ...(await onBoth(postgresUrl, measure)),
]

export const bareProgram = 'Bolt alone with the same calls, nothing stored'

export interface Table {
  readonly title: string
  readonly head: readonly string[]
  readonly rows: readonly (readonly string[])[]
  /** A paragraph below the figures that explains them. */
  readonly note: string
}

const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`

/** `where` is a line below the title, with date and machine. */
export const markdown = ({ title, head, rows, note }: Table, where: string): string => {
  const lines = [row(head), row(head.map(() => '---')), ...rows.map(row)]
  return [`## ${title}`, where, lines.join('\n'), note].join('\n\n')
}

/** A figure, and how many times the baseline's it is. */
export const beside = (figure: number, baseline: number | undefined, digits = 1): string =>
  baseline === undefined
    ? figure.toFixed(digits)
    : `${figure.toFixed(digits)} = ${(figure / baseline).toFixed(1)} ×`

/** p50 is the share 0.5 of the numbers, p99 is 0.99, and the largest is 1. */
export const quantile = (numbers: readonly number[], share: number): number =>
  [...numbers].sort((a, b) => a - b)[Math.ceil(share * numbers.length) - 1] ?? Infinity

export const median = (numbers: readonly number[]): number => quantile(numbers, 0.5)
