import { setTimeout as sleep } from 'node:timers/promises'
import { parametersWith } from '../simulate/parameters.ts'
import { startPostgres } from '../support/postgres-server.ts'
import { quickFolder } from '../support/quick-folder.ts'
import { inParallel } from './in-parallel.ts'
import { type InstallationsWorld, busy, placesOfBusy, world } from './installations-world.ts'
import { onBoth } from './on-both.ts'
import { quantile, type Table } from './table.ts'

const many = 1_000
const burst = 10_000
/** Events of the others. */
const perSecond = 20
/** Each of the others gets two events, so that what the bot remembers is as old as during the burst. */
const quietSeconds = 120
/** Slack and the trackers answer at once, then in this time, as in the model of docs/scale.md. */
const { slackMs, trackerMs } = parametersWith()
const idleMs = 60_000
/** Requests of the burst that wait for their answer at once. */
const senders = 32

/** The same number of events over all installations, so that only what these hold makes a difference. */
const warmUp = (bot: InstallationsWorld, installations: number) =>
  inParallel(2 * many, senders, async (n) => {
    const place = Math.floor(n / installations) % placesOfBusy
    const { arrived } = await bot.comment(n % installations, n % installations === busy ? place : 0)
    await arrived
  })

/** At a fixed rate, whatever the answers do, until `over`. Ms until each arrived. */
const trickle = async (bot: InstallationsWorld, over: () => boolean): Promise<number[]> => {
  const arrivals: Promise<number>[] = []
  const from = performance.now()
  for (let n = 0; !over(); n += 1) {
    const due = from + (n * 1_000) / perSecond
    while (performance.now() < due) await sleep(Math.max(due - performance.now(), 0.1))
    // A prime, so that one that had an event is long quiet.
    arrivals.push(bot.comment(1 + ((n * 7_919) % (many - 1)), 0).then(({ arrived }) => arrived))
  }
  return await Promise.all(arrivals)
}

/** Until the last event of the burst is in Slack. */
const withBurst = async (bot: InstallationsWorld) => {
  const others = new AbortController()
  const measured = trickle(bot, () => others.signal.aborted)
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

const idle = async (bot: InstallationsWorld) => {
  const [statements, worked] = [await bot.statements(), bot.worked()]
  await sleep(idleMs)
  const perSecondOf = (now: number, before: number) => ((now - before) * 1_000) / idleMs
  return {
    statements: perSecondOf(await bot.statements(), statements),
    worked: perSecondOf(bot.worked(), worked),
  }
}

/** What one installation takes, at rest. */
const atRest = async (bot: InstallationsWorld, installations: number) => {
  await warmUp(bot, installations)
  return { memory: await bot.memory(), ...(await idle(bot)) }
}

const aloneAtRest = async (databaseUrl: string) => {
  await using bot = await world(databaseUrl, 1)
  return await atRest(bot, 1)
}

/** The others' times before and during the burst. */
const aroundBurst = async (bot: InstallationsWorld) => {
  const end = performance.now() + quietSeconds * 1_000
  const quiet = await trickle(bot, () => performance.now() > end)
  const loud = await withBurst(bot)
  const ms = (time: number) => time.toFixed(1)
  const [before, during] = [quantile(quiet, 0.99), quantile(loud.times, 0.99)]
  return [
    `${ms(quantile(quiet, 0.5))}, ${ms(quantile(loud.times, 0.5))}`,
    `${ms(before)}, ${ms(during)}`,
    (during / before).toFixed(2),
    `${(loud.storedMs / 1_000).toFixed(0)}, ${(loud.drainedMs / 1_000).toFixed(0)}`,
  ]
}

const measure = async (urlFor: (name: string) => Promise<string>): Promise<string[]> => {
  const alone = await aloneAtRest(await urlFor('one'))
  await using bot = await world(await urlFor('many'), many)
  const all = await atRest(bot, many)
  const atOnce = await aroundBurst(bot)
  Object.assign(bot.delays, { slackMs, trackerMs })
  const lifelike = await aroundBurst(bot)
  const mb = (bytes: number) => (bytes / 2 ** 20).toFixed(0)
  return [
    ...atOnce,
    ...lifelike,
    `${mb(alone.memory)}, ${mb(all.memory)}`,
    (all.memory / alone.memory).toFixed(2),
    `${alone.statements.toFixed(1)}, ${all.statements.toFixed(1)}`,
    `${alone.worked.toFixed(1)}, ${all.worked.toFixed(1)}`,
  ]
}

const burstRows = [
  'the others’ p50, ms, before and during the burst',
  'the others’ p99, ms, before and during the burst',
  'ratio of p99',
  'seconds until the burst is stored, and is in Slack',
]

const rows = [
  ...burstRows.map((what) => `answers at once: ${what}`),
  ...burstRows.map((what) => `answers in ${slackMs} and ${trackerMs} ms: ${what}`),
  'resident MB, 1 installation and all',
  'ratio of memory',
  'statements a second at rest, 1 installation and all',
  'ms of processor time a second at rest, 1 installation and all',
]

const note = `The bot is a process of its own, started as users start it. Each installation has a token and a tracker connection in its database, and one project with a channel. The busy one has ${placesOfBusy} projects in as many channels, so that it can post more than one message a second. Its burst is sent by ${senders} requests at a time, as fast as they are stored. The others get ${perSecond} events a second in all, each a comment that becomes a message, timed from the tracker’s request to \`chat.postMessage\`: for ${quietSeconds} s, then until the burst is in Slack. Slack and the trackers are in one other process. First they answer at once, so that all of the time is the bot’s; then they take the time that the model of docs/scale.md assumes. Both databases are in memory: a disk that takes a second for a flush now and then, as this machine’s does, would decide the slowest 1 %.

Memory is measured after a garbage collection, when ${2 * many} events were worked off: all for the one installation, or two for each. Then nothing happens for ${idleMs / 1_000} s.`

/** The others' events, while one installation gets a burst. */
export const installations = async (): Promise<Table> => {
  const folder = quickFolder()
  await using postgres = await startPostgres({ fsync: true, folder })
  const [onSqlite, onPostgres] = await onBoth(postgres.url, 'installations', measure, folder)
  return {
    title: `${many} installations, of which one gets ${burst} events at once`,
    head: ['', 'SQLite', 'PostgreSQL'],
    rows: rows.map((name, at) => [name, onSqlite[at] ?? '', onPostgres[at] ?? '']),
    note,
  }
}
