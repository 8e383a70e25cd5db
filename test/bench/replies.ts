import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Pool } from 'undici'
import { eventCallback, signedHeaders } from '../bot/support/start-node.ts'
import { createDatabase } from '../support/postgres-server.ts'
import { type Table, median } from './table.ts'
import { replyIn, type ThreadOfTask } from './threads.ts'

const program = fileURLToPath(new URL('replies-server.ts', import.meta.url))
const atOnce = 1_000
const rounds = 3
/** Time for the bot to process what it acknowledged, in ms. */
const pauseMs = 15_000

interface Served {
  readonly url: string
  readonly places: readonly ThreadOfTask[]
}

const bodiesOf = ({ places }: Served, round: number): string[] =>
  Array.from({ length: atOnce }, (_, n) => {
    const place = places[n % places.length]
    if (!place) throw new Error('a thread is missing')
    const ts = `1763${round}${String(n).padStart(5, '0')}.000100`
    return eventCallback(replyIn(place, `Reply ${n}`, ts), `Ev${ts}`)
  })

/** Ms until each was acknowledged, fastest first. Each has its own connection. */
const acknowledged = async ({ url }: Served, bodies: readonly string[]): Promise<number[]> => {
  const pool = new Pool(url, { connections: atOnce })
  const took = bodies.map(async (body) => {
    const from = performance.now()
    const headers = signedHeaders(body, 'application/json')
    const answer = await pool.request({ path: '/slack/events', method: 'POST', headers, body })
    await answer.body.dump()
    if (answer.statusCode !== 200) throw new Error(`a reply was not acknowledged: HTTP ${answer.statusCode}`)
    return performance.now() - from
  })
  const all = (await Promise.all(took)).sort((one, other) => one - other)
  await pool.destroy()
  return all
}

const measure = async (databaseUrl: string): Promise<string[]> => {
  const server = spawn(process.execPath, [program, databaseUrl], { stdio: ['ignore', 'pipe', 'inherit'] })
  try {
    const [line] = (await once(server.stdout, 'data')) as [Buffer]
    const served = JSON.parse(line.toString()) as Served
    const found: number[][] = []
    for (let round = 0; round < rounds; round += 1) {
      found.push(await acknowledged(served, bodiesOf(served, round)))
      await sleep(pauseMs)
    }
    const at = (share: number) => median(found.map((took) => took[Math.ceil(share * atOnce) - 1] ?? Infinity))
    return [0.5, 0.99, 1].map((share) => at(share).toFixed(0))
  } finally {
    server.kill('SIGTERM')
  }
}

/** Signed replies over HTTP, from the request to the answer, which means that they are stored. */
export const replies = async (postgresUrl: string): Promise<Table> => {
  const home = mkdtempSync(join(tmpdir(), 'onboarding-bench-'))
  try {
    return {
      title: 'A thousand replies at once, acknowledged when stored',
      head: ['', 'p50 ms', 'p99 ms', 'last ms'],
      rows: [
        ['SQLite, full fsync', ...(await measure(`sqlite:${join(home, 'bench.db')}`))],
        ['PostgreSQL, fsync on', ...(await measure(await createDatabase(postgresUrl, 'bench_replies')))],
      ],
      note: 'The median of three times. Slack waits three seconds. Slack and the tracker are stand-ins in the process of the bot, which also begins to work off what it acknowledged.',
    }
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}
