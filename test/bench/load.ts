import { setTimeout as sleep } from 'node:timers/promises'
import { Pool } from 'undici'
import { commentEvent } from './event.ts'
import { quantile } from './table.ts'

const path = '/webhooks/onboarding/bench-secret-bench'

const post = async (pool: Pool, n: number) => {
  const { statusCode, body } = await pool.request({
    path,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: commentEvent(n),
  })
  await body.dump()
  if (statusCode !== 200) throw new Error(`answered ${statusCode}`)
}

/** Full load with 128 requests in flight. Acknowledgements per second, after a second of warm-up. */
export const saturate = async (origin: string, seconds: number): Promise<number> => {
  await using pool = closing(new Pool(origin, { connections: 128 }))
  const end = new AbortController()
  let [sent, acknowledged, counting] = [0, 0, false]
  const sender = async () => {
    while (!end.signal.aborted) {
      await post(pool.pool, (sent += 1))
      if (counting) acknowledged += 1
    }
  }
  const senders = Promise.all(Array.from({ length: 128 }, sender))
  await sleep(1_000)
  counting = true
  const from = performance.now()
  await sleep(seconds * 1_000)
  counting = false
  const rate = (acknowledged / (performance.now() - from)) * 1_000
  end.abort()
  await senders
  return rate
}

/**
 * A fixed rate, whatever the answers do. Each request is timed in ms from when it was due, so a server that stalls
 * is charged for everything that waited.
 */
export const steady = async (origin: string, perSecond: number, seconds: number) => {
  await using pool = closing(new Pool(origin, { connections: 128 }))
  const times: number[] = []
  const answers: Promise<void>[] = []
  const from = performance.now()
  for (let n = 0; n < perSecond * seconds; n += 1) {
    const due = from + (n * 1_000) / perSecond
    while (performance.now() < due) await sleep(Math.max(due - performance.now(), 0.1))
    answers.push(post(pool.pool, n).then(() => void times.push(performance.now() - due)))
  }
  await Promise.all(answers)
  return { p50: quantile(times, 0.5), p99: quantile(times, 0.99) }
}

const closing = (pool: Pool) => ({ pool, [Symbol.asyncDispose]: () => pool.close() })
