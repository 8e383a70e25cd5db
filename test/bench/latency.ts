import { setTimeout as sleep } from 'node:timers/promises'
import { Pool } from 'undici'
import { world } from './installations-world.ts'
import { onBoth } from './on-both.ts'
import { quantile, type Table } from './table.ts'

const count = 300
/** So many that no limit of a channel or of a tracker's writes makes anything wait. */
const installations = 50
/** What an event leaves to do is done by then. */
const pauseMs = 100

/** p50 and p99 of `work`, which is done one after another, so that nothing waits for something else. */
const figuresOf = async (work: (n: number) => Promise<number>): Promise<string[]> => {
  const times: number[] = []
  for (let n = 0; n < count; n += 1) {
    times.push(await work(n))
    await sleep(pauseMs)
  }
  return [0.5, 0.99].map((share) => quantile(times, share).toFixed(1))
}

const measure = async (databaseUrl: string): Promise<string[][]> => {
  await using bot = await world(databaseUrl, installations)
  const found: string[][] = []
  for (const send of [bot.comment, bot.reply]) {
    const one = async (n: number) => (await send(n % installations, 0)).arrived
    // The first ones ask Slack and the tracker who everybody is.
    for (let n = 0; n < installations; n += 1) await one(n)
    await sleep(1_000)
    found.push(await figuresOf(one))
  }
  const { origin, pathname } = new URL('chat.postMessage', bot.slackUrl)
  const pool = new Pool(origin)
  const call = async () => {
    const from = performance.now()
    const { body } = await pool.request({ path: pathname, method: 'POST' })
    await body.dump()
    return performance.now() - from
  }
  found.push(await figuresOf(call))
  await pool.destroy()
  return found
}

const rows = [
  'comment event → `chat.postMessage`',
  'reply → `POST comments`',
  'one call of the Slack stand-in and its answer',
]

/** How long one event takes when nothing else happens. */
export const latency = async (postgresUrl: string): Promise<Table> => {
  const [onSqlite, onPostgres] = await onBoth(postgresUrl, 'latency', async (urlOf) =>
    measure(await urlOf('bot')),
  )
  return {
    title: `One event alone, ms: ${count} one after another, with ${pauseMs} ms between them`,
    head: ['', 'SQLite: p50', 'p99', 'PostgreSQL: p50', 'p99'],
    rows: rows.map((name, at) => [name, ...(onSqlite[at] ?? []), ...(onPostgres[at] ?? [])]),
    note: 'From the request to the bot until its call has reached the stand-in. The bot is a process of its own, started as users start it. For a comment, it first asks the tracker for the comment and its task.',
  }
}
