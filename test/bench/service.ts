import { createLog } from '../../src/log.ts'
import { type RunningService, startService } from '../../src/service/service.ts'
import { createDatabase } from '../support/postgres-server.ts'
import { fillProjects, wordOf } from './service-projects.ts'
import { median, type Table } from './table.ts'

const apiKey = 'bench-api-key'
const sizes = [1_000, 1_000_000] as const

const note =
  'The two sizes are called by turns, so that what else the machine does falls on both. Every name is a made-up word, a number, and words that all names share; each project has one link, one module and one task. What few names have is found by trigrams, of which only the rare words of a search are asked for. Every total is exact. Those of all projects and of a state are kept with each change. A search that fills its page is counted the first time (the one row that grows with the matches; nine searches, each new), and from a thousand matches on its total is remembered in the database for every node, and carried on by what changed since: 65 creations lie between the first time and the next.'

/** Each a different part of what all names share, so that each is asked for the first time. */
const sharedParts = Array.from({ length: 14 }, (_, at) =>
  'standard onboarding'.slice(at % 7, 12 + Math.floor(at / 7)),
)

const askedAgain = 'first page by a word that all names have, with the exact total, asked again'

type Call = (n: number) => Promise<void>
type Calls = Record<string, { readonly rounds: number; readonly call: Call }>

const open = (databaseUrl: string): Promise<RunningService> =>
  startService({
    databaseUrl,
    port: 0,
    host: '127.0.0.1',
    apiKey,
    integrationUuid: '7b1d5c1e-2f43-4d0a-9a59-0b0a6f3c9d11',
    writesPerMinute: 1_000_000,
    monthlyQuota: 1_000_000_000,
    hookRetryMs: [],
    privateHooks: true,
    legacyIds: false,
    holdDeliveries: true,
    log: createLog('silent'),
  })

interface Answer {
  readonly data?: { readonly uuid?: string; readonly pagination?: { readonly total: number } }
}

const callsOf = ({ url, demo }: RunningService, size: number): Calls => {
  const send = async (path: string, body?: object) => {
    const response = await fetch(url + path, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (response.status !== 200) throw new Error(`${path} answered ${response.status}`)
    return (await response.json()) as Answer
  }
  const list = async (query: string, fits: (total: number) => boolean) => {
    const { data } = await send(`/v1/projects?${query}`)
    const total = data?.pagination?.total ?? -1
    if (!fits(total)) throw new Error(`${query} found ${total}`)
  }
  const one = (total: number) => total === 1
  const any = (n: number) => 200 + ((n * 7_919) % (size - 200))
  return {
    'look-up by `external_id`': { rounds: 60, call: (n) => list(`external_id=crm-${any(n)}&limit=1`, one) },
    'first page by a word that 1 name has': {
      rounds: 60,
      call: (n) => list(`name=${wordOf(any(n))}`, one),
    },
    'first page by a number that 1 name has': {
      rounds: 60,
      call: (n) => list(`name=${encodeURIComponent(` ${any(n)} –`)}`, one),
    },
    'first page by a whole name (the check before a creation)': {
      rounds: 60,
      call: (n) => {
        const name = `${wordOf(any(n))} ${any(n)} – Standard Onboarding`
        return list(`limit=200&name=${encodeURIComponent(name)}`, one)
      },
    },
    'first page by a word that 100 names have': {
      rounds: 60,
      call: () => list('name=pilot', (n) => n === 100),
    },
    'creation, 14 tasks and 17 subtasks': {
      rounds: 60,
      call: async (n) => {
        await send('/v1/projects', {
          name: `Made ${n}`,
          playbook_uuid: demo.playbooks.published,
          account: 'Globex',
          start_date: '11/23/2026',
          project_owner: 'dana@vendor.example',
        })
      },
    },
    [askedAgain]: {
      rounds: 60,
      call: () => list('name=standard', (n) => n >= size - 100),
    },
    'the same, asked the first time': {
      rounds: 9,
      call: (n) => list(`name=${encodeURIComponent(sharedParts[n] ?? '')}`, (n) => n >= size - 100),
    },
    'first page of a state that no project has': {
      rounds: 60,
      call: () => list('project_state=Archived', (n) => n === 0),
    },
    'first page of all, with the exact total': { rounds: 60, call: () => list('', (n) => n >= size) },
  }
}

/** Both sizes by turns, so that what else the machine does falls on both alike. Medians, in ms. */
const timed = async (calls: readonly Calls[], name: string) => {
  const times: number[][] = calls.map(() => [])
  const rounds = calls[0]?.[name]?.rounds ?? 0
  for (let n = 0; n < rounds + 5; n += 1) {
    for (const [at, table] of calls.entries()) {
      const from = performance.now()
      await table[name]?.call(n)
      if (n >= 5) times[at]?.push(performance.now() - from)
    }
  }
  return times.map(median)
}

/** The service over HTTP on PostgreSQL, at a thousand projects and at a million. */
export const service = async (postgresUrl: string): Promise<Table> => {
  await using stack = new AsyncDisposableStack()
  const calls: Calls[] = []
  let hasTrigrams = true
  for (const size of sizes) {
    const databaseUrl = await createDatabase(postgresUrl, `bench_service_${size}`)
    const running = stack.use(await open(databaseUrl))
    hasTrigrams &&= await fillProjects(databaseUrl, running.demo, size)
    const table = callsOf(running, size)
    await table[askedAgain]?.call(0)
    calls.push(table)
  }
  const rows: string[][] = []
  for (const name of Object.keys(calls[0] ?? {})) {
    const [small = Number.NaN, large = Number.NaN] = await timed(calls, name)
    rows.push([name, small.toFixed(1), large.toFixed(1), (large / small).toFixed(1)])
  }
  return {
    title: `The service at a thousand and at a million projects, PostgreSQL, ${hasTrigrams ? 'with' : 'WITHOUT'} pg_trgm`,
    head: ['median of one call over HTTP', 'ms at 1,000', 'ms at 1,000,000', 'ratio'],
    rows,
    note,
  }
}
