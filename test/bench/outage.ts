import { inParallel } from './in-parallel.ts'
import { placesOfBusy, world } from './installations-world.ts'
import { onBoth } from './on-both.ts'
import type { Table } from './table.ts'

const count = 20_000
/** Before the outage: a process that has just started holds less than one that has worked for a while. */
const warmUp = 2_000
/** Requests that wait for their answer at once. */
const senders = 32

const mb = (bytes: number) => (bytes / 2 ** 20).toFixed(0)
const seconds = (ms: number) => (ms / 1_000).toFixed(0)

/** Events of one installation while Slack is down, and what follows when it is back. */
const measure = async (databaseUrl: string): Promise<string[]> => {
  await using bot = await world(databaseUrl, 1)
  const arrive = async (place: number) => (await bot.comment(0, place)).arrived
  // The first comment of each channel makes its thread.
  for (let place = 0; place < placesOfBusy; place += 1) await arrive(place)
  await inParallel(warmUp, senders, (n) => arrive(n % placesOfBusy))
  const before = await bot.memory()
  bot.slack.isDown = true
  const arrivals: Promise<number>[] = []
  /** The numbers of each channel's comments, as they arrive. */
  const order = Array.from({ length: placesOfBusy }, () => [] as number[])
  const from = performance.now()
  await inParallel(count, senders, async (n) => {
    const place = n % placesOfBusy
    const { arrived } = await bot.comment(0, place)
    arrivals.push(arrived.finally(() => order[place]?.push(n)))
  })
  const stored = performance.now()
  const down = await bot.memory()
  bot.slack.isDown = false
  const up = performance.now()
  await Promise.all(arrivals)
  const drained = performance.now()
  const after = await bot.memory()
  const inversions = order.flatMap((numbers) => numbers.filter((n, at) => n < (numbers[at - 1] ?? 0))).length
  return [
    seconds(stored - from),
    seconds(drained - up),
    `${inversions} of ${count}`,
    [before, down, after].map(mb).join(', '),
    (Math.max(down, after) / before).toFixed(2),
  ]
}

const rows = [
  'seconds until all are stored',
  'seconds from Slack’s return to the last message',
  'messages out of order',
  'resident MB before, while Slack is down, and after',
  'ratio of memory',
]

/** Slack is away for a while. */
export const outage = async (postgresUrl: string): Promise<Table> => {
  const [onSqlite, onPostgres] = await onBoth(postgresUrl, 'outage', async (urlOf) =>
    measure(await urlOf('bot')),
  )
  return {
    title: `${count} events while Slack is down`,
    head: ['', 'SQLite', 'PostgreSQL'],
    rows: rows.map((name, at) => [name, onSqlite[at] ?? '', onPostgres[at] ?? '']),
    note: `Comments in ${placesOfBusy} channels. Slack answers 503 while it is down. The bot itself posts about a message a second in each channel, so that alone takes ${count / placesOfBusy} s. The bot is a process of its own; memory is measured after a garbage collection, *before* when it had worked off ${warmUp} events.`,
  }
}
