import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { saturate, steady } from './load.ts'
import { besideBare } from './on-both.ts'
import type { Table } from './table.ts'

const program = fileURLToPath(new URL('ingest-server.ts', import.meta.url))

const measure = async (url: string | undefined) => {
  const server = spawn(process.execPath, [program, ...(url === undefined ? [] : [url])], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    const [line] = (await once(server.stdout, 'data')) as [Buffer]
    const origin = line.toString().trim()
    const rate = await saturate(origin, 4)
    const { p50, p99 } = await steady(origin, 500, 6)
    return { rate, p50, p99 }
  } finally {
    server.kill('SIGTERM')
  }
}

/** The bot's own route, from the request to its durable acknowledgement, compared with a Fastify that stores nothing. */
export const ingest = async (postgresUrl: string): Promise<Table> => {
  const [, found] = await besideBare(postgresUrl, 'ingest', 'Fastify alone, nothing stored', measure)
  const rows = found.map(([name, { rate, p50, p99 }]) => [
    name,
    rate.toFixed(0),
    p50.toFixed(1),
    p99.toFixed(1),
  ])
  return {
    title: 'Durable ingest: tracker deliveries, acknowledged once stored',
    head: ['', 'acks/s, 128 at once', 'p50 ms at 500/s', 'p99 ms at 500/s'],
    rows,
    note: 'Nothing works off the jobs, so their index grows. Most of the time goes into the database: for 128 deliveries, SQLite writes 630 kB in pages of its journal, of which that index is more than half. It was 1,540 kB before keys began with the time and three indexes became partial.',
  }
}
