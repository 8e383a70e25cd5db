import { Pool } from 'undici'
import { atRate, compare, inParallel, quantile, startProcess } from './measuring.ts'
import { delivery } from './world.ts'

const atOnce = 128
/** So that jobs share lanes as in a busy organization. */
const projects = 50

/** The bot's own route, from the request to its durable acknowledgement, compared with a Fastify that stores nothing. */
export const ingest = async (isShort: boolean, postgresUrl: string) => {
  const [count, seconds] = isShort ? [1_000, 1] : [40_000, 6]
  const measure = async (databaseUrl: string | undefined) => {
    await using server = await startProcess(['test/bench/ingest-server.ts', databaseUrl ?? ''])
    const pool = new Pool(server.url, { connections: atOnce })
    let sent = 0
    const post = async () => {
      const { path, headers, body } = delivery((sent += 1), 0, sent % projects)
      const answer = await pool.request({ path, method: 'POST', headers, body })
      await answer.body.dump()
      if (answer.statusCode !== 200) throw new Error(`answered ${answer.statusCode}`)
    }
    // Warms it up.
    await inParallel(count / 4, atOnce, post)
    const from = performance.now()
    await inParallel(count, atOnce, post)
    const rate = (count / (performance.now() - from)) * 1_000
    const times = await atRate(500, AbortSignal.timeout(seconds * 1_000), post)
    await pool.destroy()
    return [rate.toFixed(0), quantile(times, 0.5).toFixed(1), quantile(times, 0.99).toFixed(1)]
  }
  const found = await compare(postgresUrl, measure, { baseline: 'Fastify alone, nothing stored' })
  return {
    title: 'Durable ingest: tracker deliveries, acknowledged once stored',
    head: ['', `acks/s, ${atOnce} at once`, 'p50 ms at 500/s', 'p99 ms at 500/s'],
    rows: found.map(([name, figures]) => [name, ...figures]),
    note: 'Nothing works off the jobs, so their index grows.',
  }
}
