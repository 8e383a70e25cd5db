import { setTimeout as sleep } from 'node:timers/promises'
import { startPostgres } from '../support/postgres-server.ts'
import { quickFolder } from '../support/quick-folder.ts'
import { inParallel, onBoth, type Run } from './programs.ts'
import { quantile, type Table } from './table.ts'
import { type BenchWorld, busy, placesOfBusy, world } from './world.ts'

/** Events of the small ones. */
const perSecond = 20
/** Requests of the burst that wait for their answer at once. */
const senders = 32
/** How long Slack and the trackers take in the second part, as docs/scale.md assumes. */
const lifelike = { slackMs: 150, trackerMs: 100 }

/** At a fixed rate, whatever the answers do, until `over`. Ms until each arrived. */
const trickle = async (bot: BenchWorld, small: number, over: () => boolean): Promise<number[]> => {
  const arrivals: Promise<number>[] = []
  const from = performance.now()
  for (let n = 0; !over(); n += 1) {
    const due = from + (n * 1_000) / perSecond
    while (performance.now() < due) await sleep(Math.max(due - performance.now(), 0.1))
    // A prime, so that one that had an event is long quiet.
    arrivals.push(bot.comment(1 + ((n * 7_919) % small), 0).then(({ arrived }) => arrived))
  }
  return await Promise.all(arrivals)
}

/** The small ones' times until the last event of the burst is in Slack. */
const withBurst = async (bot: BenchWorld, small: number, burst: number) => {
  const others = new AbortController()
  const measured = trickle(bot, small, () => others.signal.aborted)
  const from = performance.now()
  const arrivals: Promise<number>[] = []
  await inParallel(burst, senders, async (n) => {
    arrivals.push((await bot.comment(busy, n % placesOfBusy)).arrived)
  })
  const storedMs = performance.now() - from
  await Promise.all(arrivals)
  const drainedMs = performance.now() - from
  others.abort()
  return { times: await measured, storedMs, drainedMs }
}

/** A small workspace's events, while a large one gets a burst. */
export const neighbor = async ({ isShort }: Run): Promise<Table> => {
  const [small, burst, quietSeconds] = isShort ? [99, 1_000, 10] : [999, 10_000, 120]
  const aroundBurst = async (bot: BenchWorld) => {
    const end = performance.now() + quietSeconds * 1_000
    const quiet = await trickle(bot, small, () => performance.now() > end)
    const loud = await withBurst(bot, small, burst)
    const at = (times: number[], share: number) => quantile(times, share).toFixed(1)
    return [
      `${at(quiet, 0.5)} / ${at(loud.times, 0.5)}`,
      `${at(quiet, 0.99)} / ${at(loud.times, 0.99)}`,
      `${(loud.storedMs / 1_000).toFixed(0)} / ${(loud.drainedMs / 1_000).toFixed(0)}`,
    ]
  }
  const measure = async (databaseUrl: string) => {
    await using bot = await world(databaseUrl, small + 1)
    // The first events of each ask Slack and the tracker who everybody is.
    await inParallel(small + 1, senders, async (n) => (await bot.comment(n, 0)).arrived)
    const atOnce = await aroundBurst(bot)
    Object.assign(bot.delays, lifelike)
    return [atOnce, await aroundBurst(bot)]
  }
  const folder = quickFolder()
  await using postgres = await startPostgres({ fsync: true, folder })
  const found = await onBoth(postgres.url, 'neighbor', measure, folder)
  const answers = ['at once', `in ${lifelike.slackMs} and ${lifelike.trackerMs} ms`]
  return {
    title: `A small workspace while a large one gets ${burst} events at once`,
    head: [
      '',
      'Slack and the trackers answer',
      'p50 of the small ones, ms, before / during',
      'p99, before / during',
      'seconds until the burst is stored / in Slack',
    ],
    rows: found.flatMap(([name, parts]) => parts.map((figures, at) => [name, answers[at] ?? '', ...figures])),
    note: `${small + 1} installations. The large one has ${placesOfBusy} projects in as many channels, the others one; its burst is sent by ${senders} requests at a time. The others get ${perSecond} comments a second in all, timed from the tracker’s request to \`chat.postMessage\`. Both databases are in memory, so that the disk doesn’t decide the slowest 1 %.`,
  }
}
