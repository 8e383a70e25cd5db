import { setTimeout as sleep } from 'node:timers/promises'
import { startPostgres } from '../support/postgres-server.ts'
import { quickFolder } from '../support/quick-folder.ts'
import { atRate, bareProgram, besideFirst, compare, inParallel, quantile } from './measuring.ts'
import { busy, placesOfBusy, world } from './world.ts'

/** What installations take, at rest. */
export const memory = async (isShort: boolean, postgresUrl: string) => {
  const [many, events] = isShort ? [50, 100] : [1_000, 2_000]
  /** The same number of events over all installations, so that only what these hold makes a difference. */
  const atRest = async (databaseUrl: string | undefined, installations: number) => {
    await using bot = await world(databaseUrl, installations)
    await inParallel(events, 32, async (n) => {
      const place = Math.floor(n / installations) % placesOfBusy
      await (
        await bot.comment(n % installations, n % installations === busy ? place : 0)
      ).arrived
    })
    for (let n = 0; n < 3; n += 1) {
      bot.collectGarbage()
      await sleep(1_000)
    }
    return [bot.resident()]
  }
  const one = await compare(postgresUrl, (url) => atRest(url, 1), bareProgram)
  const all = await compare(postgresUrl, (url) => atRest(url, many), {})
  const named = all.map(([name, figures]) => [`${name}, ${many} installations`, figures] as const)
  return {
    title: 'Memory at rest',
    head: ['', 'resident MB'],
    rows: besideFirst([...one, ...named], 0),
    note: `After a garbage collection, when ${events} comments had become messages: all for the one installation, or some for each.`,
  }
}

/** Events of the small ones. */
const perSecond = 20
/** Requests of the burst that wait for their answer at once. */
const senders = 32
/** How long Slack and the trackers take in the second part, as docs/scale.md assumes. */
const lifelike = { slackMs: 150, trackerMs: () => 100 }

/** A small workspace's events, while a large one gets a burst. */
export const neighbor = async (isShort: boolean) => {
  const [small, burst, quietSeconds] = isShort ? [99, 1_000, 10] : [999, 10_000, 120]
  const measure = async (databaseUrl: string | undefined) => {
    await using bot = await world(databaseUrl, small + 1)
    /** Ms until each arrived. A prime, so that one that had an event is long quiet. */
    const trickle = (over: AbortSignal) =>
      atRate(perSecond, over, async (n) => (await bot.comment(1 + ((n * 7_919) % small), 0)).arrived)
    const aroundBurst = async () => {
      const quiet = await trickle(AbortSignal.timeout(quietSeconds * 1_000))
      const burstOver = new AbortController()
      const loud = trickle(burstOver.signal)
      const from = performance.now()
      const seconds = () => ((performance.now() - from) / 1_000).toFixed(0)
      const arrivals: Promise<number>[] = []
      await inParallel(burst, senders, async (n) => {
        arrivals.push((await bot.comment(busy, n % placesOfBusy)).arrived)
      })
      const stored = seconds()
      await Promise.all(arrivals)
      const drained = seconds()
      burstOver.abort()
      const during = await loud
      const both = (share: number) =>
        [quiet, during].map((times) => quantile(times, share).toFixed(1)).join(' / ')
      return [both(0.5), both(0.99), `${stored} / ${drained}`]
    }
    // The first events of each ask Slack and the tracker who everybody is.
    await inParallel(small + 1, senders, async (n) => (await bot.comment(n, 0)).arrived)
    const atOnce = await aroundBurst()
    Object.assign(bot.delays, lifelike)
    return [
      ['at once', ...atOnce],
      [`in ${lifelike.slackMs} and ${lifelike.trackerMs()} ms`, ...(await aroundBurst())],
    ]
  }
  const folder = quickFolder()
  await using postgres = await startPostgres({ fsync: true, folder })
  const found = await compare(postgres.url, measure, { folder })
  return {
    title: `A small workspace while a large one gets ${burst} events at once`,
    head: [
      '',
      'Slack and trackers answer',
      'p50 ms before / during',
      'p99 ms',
      'seconds until stored / in Slack',
    ],
    rows: found.flatMap(([name, parts]) => parts.map((figures) => [name, ...figures])),
    note: `${small + 1} installations. The large one has ${placesOfBusy} projects in as many channels, the others one; its burst is sent by ${senders} requests at a time. The others get ${perSecond} comments a second in all: p50 and p99 are theirs, before the burst and during it, timed from when the tracker’s request was due to \`chat.postMessage\`. Both databases are in memory, so that the disk doesn’t decide the slowest 1 %.`,
  }
}
