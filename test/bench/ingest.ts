import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { saturate, steady } from './load.ts'
import { withBaseline, type Run } from './programs.ts'
import type { Table } from './table.ts'

const program = fileURLToPath(new URL('ingest-server.ts', import.meta.url))

/** The bot's own route, from the request to its durable acknowledgement, compared with a Fastify that stores nothing. */
export const ingest = async ({ postgresUrl, isShort }: Run): Promise<Table> => {
  const measure = async (databaseUrl: string | undefined) => {
    const args = databaseUrl === undefined ? [] : [databaseUrl]
    const server = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
    try {
      const [line] = (await once(server.stdout, 'data')) as [Buffer]
      const origin = line.toString().trim()
      const rate = await saturate(origin, isShort ? 1 : 4)
      const { p50, p99 } = await steady(origin, 500, isShort ? 1 : 6)
      return [rate.toFixed(0), p50.toFixed(1), p99.toFixed(1)]
    } finally {
      server.kill('SIGTERM')
    }
  }
  const found = await withBaseline(postgresUrl, 'ingest', 'Fastify alone, nothing stored', measure)
  return {
    title: 'Durable ingest: tracker deliveries, acknowledged once stored',
    head: ['', 'acks/s, 128 at once', 'p50 ms at 500/s', 'p99 ms at 500/s'],
    rows: found.map(([name, figures]) => [name, ...figures]),
    note: 'Nothing works off the jobs, so their index grows: more than half of what SQLite writes.',
  }
}
