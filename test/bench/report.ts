import pg from 'pg'
import { reportMessage } from '../../src/bot/use-cases/digests/report.ts'
import { allProjects } from '../../src/bot/use-cases/tracker/find-project.ts'
import { cachedApi } from '../../src/client/cached.ts'
import { createClient } from '../../src/client/client.ts'
import { openDatabase } from '../../src/service/store/database.ts'
import { standInSlack } from '../bot/support/stand-in-slack.ts'
import { startNode } from '../bot/support/start-node.ts'
import { fillBot, fillService, reportRows } from '../support/report-rows.ts'
import { onBoth } from './on-both.ts'
import { apiKey, startTracker } from './start-service.ts'
import { median, type Table } from './table.ts'

const sizes = [100, 10_000] as const
const rounds = 9
const here = { channel: 'C0ACME', shared: false, readersUnknown: false }
const mostPages = 50

/** What a database would do by itself within a minute. */
const vacuum = async (connectionString: string) => {
  const client = new pg.Client({ connectionString })
  await client.connect()
  await client.query('vacuum analyze')
  await client.end()
}

/** Its pages show what Dana may see. */
const pageOf = async (url: string) => {
  const { headers } = await fetch(`${url}/projects?as=dana@vendor.example`, { redirect: 'manual' })
  const cookie = headers.getSetCookie()[0]?.split(';')[0] ?? ''
  return async () => {
    const response = await fetch(`${url}/report`, { headers: { cookie } })
    const text = await response.text()
    if (response.status !== 200 || !text.includes('Report')) throw new Error(`it answered ${response.status}`)
  }
}

type Calls = Readonly<Record<string, () => Promise<unknown>>>
interface Urls {
  readonly service: string
  readonly bot: string
}

/** Both programs with so many projects. Each has its own database. */
const world = async (stack: AsyncDisposableStack, urls: Urls, size: number): Promise<Calls> => {
  const now = Date.now()
  const rows = reportRows(size, now)
  const { demo, ...seeded } = await startTracker(urls.service)
  await seeded[Symbol.asyncDispose]()
  const empty = await openDatabase(urls.service)
  await fillService(empty, demo.organizationUuid, rows)
  await empty[Symbol.asyncDispose]()
  const service = stack.use(await startTracker(urls.service))
  const slack = stack.use(await standInSlack())
  const api = cachedApi(stack.use(createClient({ baseUrl: service.url, apiKey })))
  const node = await startNode({ databaseUrl: urls.bot, slack, tracker: { api } })
  stack.defer(() => node.close())
  await fillBot(node.database, rows, now)
  for (const url of [urls.service, urls.bot]) if (url.startsWith('postgres')) await vacuum(url)
  return {
    'the web application’s page': await pageOf(service.url),
    '`/onboard report`': () => reportMessage(node.bot.deps, here),
    'of it the tracker’s list, 200 projects a call': () => allProjects(node.bot.deps, mostPages),
  }
}

/** The sizes alternate, so that other load affects both. */
const timed = async (calls: readonly Calls[], name: string): Promise<number[]> => {
  const times: number[][] = calls.map(() => [])
  for (let round = 0; round < rounds + 2; round += 1)
    for (const [at, of] of calls.entries()) {
      const from = performance.now()
      await of[name]?.()
      if (round >= 2) times[at]?.push(performance.now() - from)
    }
  return times.map(median)
}

type Figures = [name: string, small: number, large: number][]

const measure = async (urlOf: (name: string) => Promise<string>): Promise<Figures> => {
  await using stack = new AsyncDisposableStack()
  const calls: Calls[] = []
  for (const size of sizes) {
    const of = (program: string) => urlOf(`${program}_${size}`)
    calls.push(await world(stack, { service: await of('service'), bot: await of('bot') }, size))
  }
  const found: Figures = []
  for (const name of Object.keys(calls[0] ?? {})) {
    const [small = Number.NaN, large = Number.NaN] = await timed(calls, name)
    found.push([name, small, large])
  }
  return found
}

/** The report in Slack and on the service's page, with a hundred projects and ten thousand. */
export const report = async (postgresUrl: string): Promise<Table> => {
  const [onSqlite, onPostgres] = await onBoth(postgresUrl, 'report', measure)
  const rowsOf = (engine: string, figures: Figures) =>
    figures.map(([name, small, large]) => [`${name}, ${engine}`, small.toFixed(0), large.toFixed(0)])
  return {
    title: 'The report of 100 and of 10,000 projects',
    head: ['median', 'ms for 100', 'ms for 10,000'],
    rows: [...rowsOf('SQLite', onSqlite), ...rowsOf('PostgreSQL', onPostgres)],
    note: 'Each project has 10 tasks and 10 comments. The service, its client over HTTP, and the bot share one process; each has its own database. The sizes alternate, so other load on the machine affects both; each figure is the median of nine. The service commits each call of the interface, because it counts them.',
  }
}
