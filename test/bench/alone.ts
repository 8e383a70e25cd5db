import { execFileSync } from 'node:child_process'
import { mkdtempDisposableSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { bareProgram, besideFirst, compare, inTurns, median, quantile, startProcess } from './measuring.ts'
import { standIns, world } from './world.ts'

/** So many that no limit of a channel or of a tracker's writes makes anything wait. */
const installations = 50
/** What an event leaves to do is done by then. */
const pauseMs = 100

/** How long one event takes when nothing else happens, and what it costs. */
export const latency = async (isShort: boolean, postgresUrl: string) => {
  const count = isShort ? 30 : 300
  const measure = async (databaseUrl: string | undefined): Promise<number[]> => {
    await using bot = await world(databaseUrl, installations)
    const found: number[] = []
    for (const send of [bot.comment, bot.reply]) {
      const one = async (n: number) => (await send(n % installations, 0)).arrived
      // The first ones ask Slack and the tracker who everybody is.
      for (let n = 0; n < installations; n += 1) await one(n)
      await sleep(1_000)
      const times: number[] = []
      const before = bot.worked()
      for (let n = 0; n < count; n += 1) {
        times.push(await one(n))
        await sleep(pauseMs)
      }
      found.push(quantile(times, 0.5), quantile(times, 0.99), (bot.worked() - before) / count)
    }
    return found
  }
  const columns = (way: string) => ['p50', 'p99', 'processor time'].map((of) => `${way}: ${of}`)
  return {
    title: `One event alone: ${count} one after another, with ${pauseMs} ms between them`,
    head: ['ms', ...columns('event → Slack'), ...columns('reply → comment')],
    rows: besideFirst(await compare(postgresUrl, measure, bareProgram), 1, [1, 4]),
    note: 'From the request until the call with its text has reached the stand-in for Slack or the tracker; the processor time includes what follows, such as ✅. Each program is a process of its own. For a comment, it first asks the tracker for the comment and its task. The bot also changes the quote on the task’s card; the baseline has no cards.',
  }
}

/** The first is the baseline. */
const programs = {
  'Bolt alone': ['test/bench/bare.ts'],
  'sources, as in a clone': ['--import', './src/start/needs-node.js', 'src/main.ts', 'start'],
  'compiled, as in the package': ['dist/bin.js', 'start'],
}

/** A production bot alone: Slack and the tracker are in another process. */
export const start = async (isShort: boolean) => {
  const rounds = isShort ? 2 : 7
  execFileSync(process.execPath, [join(import.meta.dirname, '../../deploy/build/build.ts')])
  const { envOfOne, close } = await standIns()
  using cache = mkdtempDisposableSync(join(tmpdir(), 'onboarding-cache-'))
  const env = {
    ...envOfOne,
    NODE_COMPILE_CACHE: cache.path,
    ONBOARDING_API_KEY: 'key',
    ONBOARDING_WEBHOOK_SECRET: 'b'.repeat(32),
    ONBOARDING_SUBSCRIBE: 'off',
  }
  const found = await inTurns(rounds, Object.entries(programs), async ([, args]) => {
    await using started = await startProcess(args, env)
    const worked = started.worked()
    await sleep(2_000)
    return [started.readyMs, worked, started.resident()]
  })
  await close()
  const medianOf = (runs: readonly number[][], at: number) => median(runs.map((run) => run[at] ?? NaN))
  const medians = found.map(([[name], runs]) => [name, [0, 1, 2].map((at) => medianOf(runs, at))] as const)
  return {
    title: 'Start-up of a production bot alone',
    head: ['', 'ms to ready', 'ms of processor time', 'resident MB'],
    rows: besideFirst(medians, 0),
    note: `From the start of the process to 200 from \`/readyz\`, the median of ${rounds} with a warm compile cache and a new SQLite database; the memory is two seconds later.`,
  }
}
