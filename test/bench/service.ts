import type { RunningService } from '../../src/service/service.ts'
import { createDatabase } from '../support/postgres-server.ts'
import { fillProjects, wordOf } from './service-projects.ts'
import { apiKey, startTracker } from './start-service.ts'
import { median, type Table } from './table.ts'

const sizes = [1_000, 1_000_000] as const

const note =
  'Calls alternate between the two sizes, so other load on the machine affects both. Each name is a made-up word, a number, and words that all names share. Each project has one link, one module, and one task. Rare words are found by trigrams; a search uses only its rare words. Every total is exact. The totals of all projects and of each state are updated with every change. A search that fills its page is counted the first time (the only row that grows with the matches; nine different searches). The page of the web application shows *more than 10,000* at once, and asks for the number afterwards. From a thousand matches on, the database remembers the total for all nodes and updates it with later changes: 65 projects are created between the first call and the repeat.'

/** Each is a different part of the shared words, so that no search repeats. */
const sharedParts = Array.from({ length: 14 }, (_, at) =>
  'standard onboarding'.slice(at % 7, 12 + Math.floor(at / 7)),
)
const otherParts = sharedParts.map((part) => part.slice(0, -2))

const askedAgain = 'first page by a word in all names, with the exact total, repeated'

type Call = (n: number) => Promise<void>
type Calls = Record<string, { readonly rounds: number; readonly call: Call }>

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
    'first page by a word in 1 name': {
      rounds: 60,
      call: (n) => list(`name=${wordOf(any(n))}`, one),
    },
    'first page by a number in 1 name': {
      rounds: 60,
      call: (n) => list(`name=${encodeURIComponent(` ${any(n)} –`)}`, one),
    },
    'first page by a full name (the check before creating a project)': {
      rounds: 60,
      call: (n) => {
        const name = `${wordOf(any(n))} ${any(n)} – Standard Onboarding`
        return list(`limit=200&name=${encodeURIComponent(name)}`, one)
      },
    },
    'first page by a word in 100 names': {
      rounds: 60,
      call: () => list('name=pilot', (n) => n === 100),
    },
    'create a project with 14 tasks and 17 subtasks': {
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
    'the same, first time': {
      rounds: 9,
      call: (n) => list(`name=${encodeURIComponent(sharedParts[n] ?? '')}`, (n) => n >= size - 100),
    },
    'the same, first time, on the page, which counts to 10,000': {
      rounds: 9,
      call: async (n) => {
        const page = await fetch(`${url}/projects?q=${encodeURIComponent(otherParts[n] ?? '')}`)
        const shown = size > 10_000 ? 'of more than 10,000<' : 'of 901<'
        if (!(await page.text()).includes(shown)) throw new Error(`${otherParts[n]} is not ${shown}`)
      },
    },
    'first page of a state no project has': {
      rounds: 60,
      call: () => list('project_state=Archived', (n) => n === 0),
    },
    'first page of all projects, with the exact total': {
      rounds: 60,
      call: () => list('', (n) => n >= size),
    },
  }
}

/** Alternates between both sizes, so that other load affects both. Medians, in ms. */
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
    const running = stack.use(await startTracker(databaseUrl))
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
    title: `The service with 1,000 and 1,000,000 projects, PostgreSQL, ${hasTrigrams ? 'with' : 'WITHOUT'} pg_trgm`,
    head: ['median of one HTTP call', 'ms at 1,000', 'ms at 1,000,000', 'ratio'],
    rows,
    note,
  }
}
