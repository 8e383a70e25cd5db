import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import pg from 'pg'
import { createDatabase } from '../support/postgres-server.ts'
import { median, type Table } from './table.ts'

const seconds = 2
const rounds = 3
const node = fileURLToPath(new URL('bell-node.ts', import.meta.url))

/** A database whose commits wait this long for their flush, as on a slower disk. */
const databaseWith = async (postgresUrl: string, flushMs: number) => {
  const name = `bell_${randomUUID().replaceAll('-', '')}`
  const url = await createDatabase(postgresUrl, name)
  const client = new pg.Client({ connectionString: postgresUrl })
  await client.connect()
  await client.query(`alter database ${name} set commit_delay = ${flushMs * 1_000}`)
  await client.query(`alter database ${name} set commit_siblings = 0`)
  await client.end()
  return url
}

type What = 'enqueued' | 'worked'

const rate = async (url: string, how: 'inside' | 'beside', what: What, nodes: number) => {
  const run = promisify(execFile)
  const all = await Promise.all(
    Array.from({ length: nodes }, () => run(process.execPath, [node, url, how, what, String(seconds)])),
  )
  return all.reduce((sum, { stdout }) => sum + Number(stdout), 0)
}

const row = async (postgresUrl: string, what: What, flushMs: number, nodes: number) => {
  const url = await databaseWith(postgresUrl, flushMs)
  // The first node creates the tables.
  await rate(url, 'beside', what, 1)
  const [inside, beside]: [number[], number[]] = [[], []]
  for (let round = 0; round < rounds; round += 1) {
    inside.push(await rate(url, 'inside', what, nodes))
    beside.push(await rate(url, 'beside', what, nodes))
  }
  const [before, now] = [median(inside), median(beside)]
  return [what, `${nodes}`, `${flushMs} ms`, before.toFixed(0), now.toFixed(0), (now / before).toFixed(2)]
}

/** The cost of `NOTIFY` inside each enqueuing transaction, compared with a ring after the commit. */
export const bell = async (postgresUrl: string): Promise<Table> => {
  const rows: string[][] = []
  for (const flushMs of [0, 2, 5])
    for (const nodes of [1, 2, 4]) rows.push(await row(postgresUrl, 'enqueued', flushMs, nodes))
  for (const nodes of [1, 2, 4]) rows.push(await row(postgresUrl, 'worked', 0, nodes))
  return {
    title: 'Jobs a second: `NOTIFY` inside each transaction, and the bell after it',
    head: ['jobs', 'nodes', 'flush', 'inside', 'the bell', 'times'],
    rows,
    note: `Each node is a process and runs 16 transactions at once, with one job each. The figures are medians of ${rounds} runs, alternating. In the last rows, the nodes also run the jobs, which do nothing; both columns use the bell there. \`commit_delay\` stands in for the flush of a slower disk.`,
  }
}
