import { setTimeout as sleep } from 'node:timers/promises'
import { bareProgram, beside, compare, quantile, type Run, type Table } from './measuring.ts'
import { world } from './world.ts'

/** So many that no limit of a channel or of a tracker's writes makes anything wait. */
const installations = 50
/** What an event leaves to do is done by then. */
const pauseMs = 100

/** How long one event takes when nothing else happens, and what it costs. */
export const latency = async ({ postgresUrl, isShort }: Run): Promise<Table> => {
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
  const found = await compare(postgresUrl, measure, bareProgram)
  const [[, bare] = ['', []]] = found
  const columns = (way: string) => ['p50', 'p99', 'processor time'].map((of) => `${way}: ${of}`)
  return {
    title: `One event alone: ${count} one after another, with ${pauseMs} ms between them`,
    head: ['ms', ...columns('event → Slack'), ...columns('reply → comment')],
    rows: found.map(([name, figures], row) => [
      name,
      ...figures.map((figure, at) => beside(figure, row > 0 && at % 3 !== 1 ? bare[at] : undefined)),
    ]),
    note: 'From the request until the call with its text has reached the stand-in for Slack or the tracker; the processor time includes what follows, such as ✅. Each program is a process of its own. For a comment, it first asks the tracker for the comment and its task. The bot also changes the quote on the task’s card; the baseline has no cards.',
  }
}
