import { tasksOfChannel } from '../../src/bot/store/channels/channel-tasks.ts'
import { digestFacts } from '../../src/bot/use-cases/digests/digest-facts.ts'
import { eventCallback, signedHeaders } from '../bot/support/start-node.ts'
import { fillRows } from './growth-rows.ts'
import { onBoth } from './on-both.ts'
import { poster } from './post.ts'
import { median, type Table } from './table.ts'
import { replyIn, threads } from './threads.ts'

const sizes = [
  { tasks: 1_000, deliveries: 2_000 },
  { tasks: 1_000_000, deliveries: 10_000_000 },
] as const
const rounds = 30

type Calls = Record<string, (n: number) => Promise<unknown>>

const callsOf = (bot: Awaited<ReturnType<typeof threads>>): Calls => {
  const slack = poster(bot.url)
  const placeOf = (n: number) => bot.places[n % bot.places.length] ?? { channel: '', thread: '' }
  const { deps } = bot
  const oneDay = { since: Date.now() - 86_400_000 }
  return {
    'a delivery, stored and worked off': async (n) => {
      await bot.comment(n % bot.places.length, `Comment ${n}`)
      await bot.idle()
    },
    'a reply, stored': async (n) => {
      const event = replyIn(placeOf(n), `Reply ${n}`, `${1_763_800_000 + n}.000100`)
      const body = eventCallback(event, `Ev${n}`)
      await slack.post('/slack/events', body, signedHeaders(body, 'application/json'))
    },
    '`/onboard task` with a word: the search': (n) =>
      tasksOfChannel(deps.database.sql, placeOf(n).channel, 'task', { limit: 10, orProject: true }),
    'a digest: its facts': (n) => digestFacts(deps, placeOf(n).channel, oneDay),
  }
}

/** Alternates between the sizes, so that other load affects both. Medians, in ms. */
const timed = async (all: readonly Calls[], name: string, idle: () => Promise<unknown>) => {
  const times: number[][] = all.map(() => [])
  for (let n = 0; n < rounds + 5; n += 1)
    for (const [at, calls] of all.entries()) {
      const from = performance.now()
      await calls[name]?.(n)
      if (n >= 5) times[at]?.push(performance.now() - from)
      await idle()
    }
  return times.map(median)
}

const measure = async (serverUrl: string, urlOf: (name: string) => Promise<string>) => {
  await using stack = new AsyncDisposableStack()
  const bots: Awaited<ReturnType<typeof threads>>[] = []
  for (const size of sizes) {
    const databaseUrl = await urlOf(String(size.tasks))
    await fillRows(databaseUrl, serverUrl, size)
    const bot = await threads(databaseUrl)
    stack.defer(bot.closeAll)
    bots.push(bot)
  }
  const calls = bots.map(callsOf)
  const rows: [string, string, string, string][] = []
  for (const name of Object.keys(calls[0] ?? {})) {
    const [small = Number.NaN, large = Number.NaN] = await timed(calls, name, () =>
      Promise.all(bots.map(({ idle }) => idle())),
    )
    rows.push([name, small.toFixed(1), large.toFixed(1), (large / small).toFixed(1)])
  }
  return rows
}

/** What the bot does with little in its tables, and with much. */
export const growth = async (postgresUrl: string): Promise<Table> => {
  const [onSqlite, onPostgres] = await onBoth(postgresUrl, 'growth', (urlOf) => measure(postgresUrl, urlOf))
  const [small, large] = sizes.map(
    ({ tasks, deliveries }) =>
      `${tasks.toLocaleString('en')} tasks and ${deliveries.toLocaleString('en')} ledger rows`,
  )
  return {
    title: `The bot with ${small}, and with ${large}`,
    head: ['median ms', 'SQLite: few', 'many', 'ratio', 'PostgreSQL: few', 'many', 'ratio'],
    rows: onSqlite.map((row, at) => [...row, ...(onPostgres[at] ?? []).slice(1)]),
    note: 'Calls alternate between the two sizes. The tasks are in projects of thirty that no channel of the bench receives; the ledger rows are of a thousand other channels. Each channel of the bench receives one project. Before `/onboard task` and digests read only the tasks of such projects, they took 180 and 16 times as long on SQLite with a hundred times the rows.',
  }
}
