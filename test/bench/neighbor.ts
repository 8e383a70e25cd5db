import { startPostgres } from '../support/postgres-server.ts'
import { quickFolder } from '../support/quick-folder.ts'
import { after, atRate, inParallel, compare, type Run, quantile, type Table } from './measuring.ts'
import { type BenchWorld, busy, placesOfBusy, world } from './world.ts'

/** Events of the small ones. */
const perSecond = 20
/** Requests of the burst that wait for their answer at once. */
const senders = 32
/** How long Slack and the trackers take in the second part, as docs/scale.md assumes. */
const lifelike = { slackMs: 150, trackerMs: 100 }

/** A small workspace's events, while a large one gets a burst. */
export const neighbor = async ({ isShort }: Run): Promise<Table> => {
  const [small, burst, quietSeconds] = isShort ? [99, 1_000, 10] : [999, 10_000, 120]
  /** Ms until each arrived. */
  const trickle = (bot: BenchWorld, isOver: () => boolean) =>
    // A prime, so that one that had an event is long quiet.
    atRate(perSecond, isOver, async (n) => (await bot.comment(1 + ((n * 7_919) % small), 0)).arrived)
  const aroundBurst = async (bot: BenchWorld) => {
    const quiet = await trickle(bot, after(quietSeconds))
    let isInSlack = false
    const loud = trickle(bot, () => isInSlack)
    const from = performance.now()
    const seconds = () => ((performance.now() - from) / 1_000).toFixed(0)
    const arrivals: Promise<number>[] = []
    await inParallel(burst, senders, async (n) => {
      arrivals.push((await bot.comment(busy, n % placesOfBusy)).arrived)
    })
    const stored = seconds()
    await Promise.all(arrivals)
    const drained = seconds()
    isInSlack = true
    const during = await loud
    const both = (share: number) =>
      [quiet, during].map((times) => quantile(times, share).toFixed(1)).join(' / ')
    return [both(0.5), both(0.99), `${stored} / ${drained}`]
  }
  const measure = async (databaseUrl: string | undefined) => {
    await using bot = await world(databaseUrl, small + 1)
    // The first events of each ask Slack and the tracker who everybody is.
    await inParallel(small + 1, senders, async (n) => (await bot.comment(n, 0)).arrived)
    const atOnce = await aroundBurst(bot)
    Object.assign(bot.delays, lifelike)
    return [
      ['at once', ...atOnce],
      [`in ${lifelike.slackMs} and ${lifelike.trackerMs} ms`, ...(await aroundBurst(bot))],
    ]
  }
  const folder = quickFolder()
  await using postgres = await startPostgres({ fsync: true, folder })
  const found = await compare(postgres.url, measure, { folder })
  return {
    title: `A small workspace while a large one gets ${burst} events at once`,
    head: [
      '',
      'Slack and the trackers answer',
      'p50 of the small ones, ms, before / during',
      'p99, before / during',
      'seconds until the burst is stored / in Slack',
    ],
    rows: found.flatMap(([name, parts]) => parts.map((figures) => [name, ...figures])),
    note: `${small + 1} installations. The large one has ${placesOfBusy} projects in as many channels, the others one; its burst is sent by ${senders} requests at a time. The others get ${perSecond} comments a second in all, timed from when the tracker’s request was due to \`chat.postMessage\`. Both databases are in memory, so that the disk doesn’t decide the slowest 1 %.`,
  }
}
