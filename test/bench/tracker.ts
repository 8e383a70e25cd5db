import { mkdtempDisposableSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql as raw } from 'kysely'
import { openDatabase } from '../../src/service/store/database.ts'
import { createDatabase } from '../support/postgres-server.ts'
import { apiKey } from '../service/support/standard.ts'
import { quantile, startProcess } from './measuring.ts'

const tasksEach = 14
const script = join(import.meta.dirname, 'abuse-server.ts')
const start = (databaseUrl: string) => startProcess([script, 'open', databaseUrl])

/** Adds projects with tasks, like the demo's own, until there are so many. */
const grow = async (databaseUrl: string, from: number, to: number): Promise<void> => {
  await using database = await openDatabase(databaseUrl)
  const isSqlite = databaseUrl.startsWith('sqlite:')
  const numbers = (first: number, last: number) =>
    raw`with recursive numbers(n) as
      (select cast(${first} as integer) union all select n + 1 from numbers where n < ${last})`
  const uuid = (kind: number, n: string) => {
    const hex = isSqlite ? `printf('%08x', ${n})` : `lpad(to_hex(${n}), 8, '0')`
    return raw.raw(`${hex} || '-0000-4000-8000-00000000000${kind}'`)
  }
  await database.transaction(async ({ sql }) => {
    await raw`insert into project (uuid, org, name, name_search, description, account_uuid, owner_uuid, playbook_uuid,
        state, start_date, due_date, created_by, created_at, version)
      ${numbers(from + 1, to)} select ${uuid(1, 'n')}, org, 'Rollout ' || n || ' for Company ' || (n % 997),
        'rollout ' || n || ' for company ' || (n % 997), '', account_uuid, owner_uuid, playbook_uuid, 'Active',
        start_date, due_date, created_by, created_at, 0
      from numbers, (select * from project order by id limit 1) one`.execute(sql)
    await raw`insert into module (uuid, org, project_uuid, name, portal_name, created_by, modified_by, position,
        is_archived, created_at, modified_at)
      ${numbers(from + 1, to)} select ${uuid(2, 'n')}, org, ${uuid(1, 'n')}, 'All', 'All', created_by, modified_by, 0,
        0, created_at, modified_at
      from numbers, (select * from module order by id limit 1) one`.execute(sql)
    const project = `n / ${tasksEach}`
    await raw`insert into task (uuid, org, project_uuid, module_uuid, name, detail, status, created_by, modified_by,
        position, is_internal, is_archived, in_order, collect_feedback, require_all_answered, created_at)
      ${numbers((from + 1) * tasksEach, (to + 1) * tasksEach - 1)} select ${uuid(3, 'n')}, org, ${uuid(1, project)},
        ${uuid(2, project)}, 'Task ' || n, '', 'Not started', created_by, modified_by, 0, 0, 0, 0, 0, 0, created_at
      from numbers, (select * from task order by id limit 1) one`.execute(sql)
  })
  await raw.raw(isSqlite ? 'analyze' : 'vacuum analyze').execute(database.sql)
}

const times = 110

/** Ms at the median, of calls one after another. The first ones warm up. */
const median = async (call: (n: number) => Promise<Response>): Promise<number> => {
  const took: number[] = []
  for (let n = 0; n < times; n += 1) {
    const from = performance.now()
    const answer = await call(n)
    const words = await answer.text()
    if (!answer.ok) throw new Error(`${answer.url}: HTTP ${answer.status} ${words}`)
    took.push(performance.now() - from)
  }
  return quantile(took.slice(10), 0.5)
}

const calls = {
  'the month’s usage': '/v1/usage',
  'a list of 50': '/v1/projects?limit=50',
  'a name with one match': '/v1/projects?name=out%20777%20for',
  'a name without a match': '/v1/projects?name=zebra%20crossing',
  'an external id that isn’t there': '/v1/projects?limit=1&external_id=nowhere',
}

const measure = async (databaseUrl: string): Promise<number[]> => {
  await using running = await start(databaseUrl)
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' }
  const took: number[] = []
  for (const path of Object.values(calls))
    took.push(await median(() => fetch(running.url + path, { headers })))
  const playbooks = await fetch(`${running.url}/v1/playbooks?name=standard`, { headers })
  const { data } = (await playbooks.json()) as { data: { playbooks: { uuid: string }[] } }
  const project = {
    account: 'Acme Corp',
    playbook_uuid: data.playbooks.at(-1)?.uuid,
    project_owner: 'dana@vendor.example',
    start_date: '12/01/2026',
  }
  const create = (n: number) =>
    fetch(`${running.url}/v1/projects`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ ...project, name: `Created ${n} of ${Date.now()}` }),
    })
  return [...took, await median(create)]
}

/** What the service takes for a call, by how many projects it has. */
export const tracker = async (isShort: boolean, postgresUrl: string) => {
  using home = mkdtempDisposableSync(join(tmpdir(), 'onboarding-bench-'))
  const sizes = isShort ? [100, 1_000] : [1_000, 20_000, 200_000]
  const rows: string[][] = []
  for (const [engine, url] of [
    ['SQLite', `sqlite:${join(home.path, 'tracker.db')}`],
    ['PostgreSQL', await createDatabase(postgresUrl, `tracker_${Date.now()}`)],
  ] as const) {
    // The demo is there before it is copied.
    await (await start(url))[Symbol.asyncDispose]()
    const found: number[][] = []
    for (const [at, size] of sizes.entries()) {
      await grow(url, sizes[at - 1] ?? 1, size)
      found.push(await measure(url))
    }
    for (const [at, name] of [...Object.keys(calls), 'create one from a playbook'].entries())
      rows.push([`${engine}: ${name}`, ...found.map((one) => (one[at] ?? NaN).toFixed(1))])
  }
  return {
    title: 'The tracker as it grows',
    head: ['ms at p50', ...sizes.map((size) => `${size} projects`)],
    rows,
    note: `Each project has ${tasksEach} tasks. Calls one after another, over HTTP.`,
  }
}
