import { sql as raw } from 'kysely'
import pg from 'pg'
import { expect } from 'vitest'
import { tidyTries } from '../../../src/service/store/sign-in.ts'
import { organization } from '../../../src/service/demo/organization.ts'
import { type Database, openDatabase, type Queries } from '../../../src/service/store/database.ts'
import type { PlaybookContent } from '../../../src/service/store/playbooks.ts'
import { nameKey } from '../../../src/service/store/rows.ts'
import { jobRows } from '../../support/lane-rows.ts'
import type { Story } from '../harness.ts'

/** What `begin` does with the demo's database before the service starts. */
type Prepare = (database: Database) => Promise<unknown>

interface Named {
  readonly first_name: string
  readonly last_name: string
  readonly email: string
}

export const addPeople =
  (people: readonly Named[]): Prepare =>
  ({ sql }) => {
    const rest = { org: organization.uuid, role: 'Vendor User', account_uuid: null, is_active: 1 } as const
    const rows = people.map((person, n) => ({
      ...person,
      ...rest,
      name_key: nameKey(person),
      uuid: `f0000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
    }))
    return sql.insertInto('person').values(rows).execute()
  }

export const addPlaybook =
  (uuid: string, content: PlaybookContent): Prepare =>
  ({ sql }) => {
    const named = { name: 'Large', name_search: 'large', description: '', version: 1, duration_days: 60 }
    const state = { state: 'published', is_archived: 0, created_at: 0 } as const
    const row = { ...named, ...state, uuid, org: organization.uuid, content: JSON.stringify(content) }
    return sql.insertInto('playbook').values(row).execute()
  }

/** Adds comments to the task *Map the fields*, `Number 0.` and on. */
export const addComments =
  (count: number): Prepare =>
  async ({ sql }) => {
    const { id: _id, ...copied } = await sql.selectFrom('comment').selectAll().executeTakeFirstOrThrow()
    const task = sql.selectFrom('task').select('uuid').where('name', '=', 'Map the fields')
    const { uuid: task_uuid } = await task.executeTakeFirstOrThrow()
    const rows = Array.from({ length: count }, (_, at) => ({
      ...copied,
      uuid: `0c1f3f0a-4a53-4c8f-9d58-${String(at).padStart(12, '0')}`,
      task_uuid,
      message_plain: `Number ${at}.`,
      created_at: 1_000 + at,
    }))
    await sql.insertInto('comment').values(rows).execute()
  }

const theirs = { org: 'another' } as const

/** A row of the demo is another organization's from now on. */
export const giveAway =
  (table: 'data_field' | 'person' | 'playbook', uuid: string): Prepare =>
  ({ sql }) =>
    sql.updateTable(table).set(theirs).where('uuid', '=', uuid).returning('uuid').executeTakeFirstOrThrow()

/** A second Vendor Admin beside Dana. */
export const makeAdmin =
  (uuid: string): Prepare =>
  ({ sql }) =>
    sql.updateTable('person').set({ role: 'Vendor Admin' }).where('uuid', '=', uuid).execute()

/** Deliveries that were set aside. */
export const addSetAside =
  (count: number, org: string = organization.uuid): Prepare =>
  ({ sql }) => {
    const now = Date.now()
    const row = { webhook_uuid: 'w', attempts: 1, last_error: 'gone', created_at: now, settled_at: now }
    const delivery = { ...row, org, event_id: 1, state: 'aside' } as const
    return sql
      .insertInto('webhook_delivery')
      .values(Array.from({ length: count }, () => delivery))
      .execute()
  }

export const addTheirDelivery = addSetAside(1, theirs.org)

/** What is read once the service has ended: SQLite's file has one owner. */
const after = async <T>(story: Story, read: (sql: Queries) => Promise<T>): Promise<T> => {
  await story.stop()
  await using database = await openDatabase(story.databaseUrl)
  return await read(database.sql)
}

export const theirDeliveries = (story: Story) =>
  after(story, async (sql) => {
    const rows = sql.selectFrom('webhook_delivery').select('state').where('org', '=', theirs.org)
    return (await rows.execute()).map(({ state }) => state)
  })

export const eventBodies = (story: Story) =>
  after(story, async (sql) =>
    (await sql.selectFrom('event').select('body').execute()).map(({ body }) => body),
  )

/** What the service keeps of its events, jobs and deliveries. */
export const keptWork = (story: Story) =>
  after(story, async (sql) => {
    const events = await sql.selectFrom('event').select('name').orderBy('id').execute()
    const deliveries = await sql.selectFrom('webhook_delivery').select('state').orderBy('id').execute()
    return {
      events: events.map(({ name }) => name),
      jobs: (await jobRows({ sql })).map(({ kind, state }) => `${kind} ${state}`),
      deliveries: deliveries.map(({ state }) => state),
    }
  })

const guessesIn = (sql: Queries) => sql.selectFrom('sign_in_guess').select('who').execute()

/** How many accounts and addresses are counted. */
export const countedGuesses = (story: Story) => after(story, async (sql) => (await guessesIn(sql)).length)

/** How many are left when so many may stay. */
export const tidyGuesses = (story: Story, most: number) =>
  after(story, async (sql) => {
    // Rows of one instant go together: each has its own here.
    for (const [at, { who }] of (await guessesIn(sql)).entries()) {
      const until = 1_000 + at
      await sql.updateTable('sign_in_guess').set({ until }).where('who', '=', who).execute()
    }
    await tidyTries(sql, 0, 'sign_in_guess', most)
    return (await guessesIn(sql)).length
  })

export const assignedAt = (story: Story, task: string) =>
  after(story, async (sql) => {
    const row = sql.selectFrom('task').select('assigned_at').where('uuid', '=', task)
    return (await row.executeTakeFirstOrThrow()).assigned_at
  })

/** On PostgreSQL: holds a lock until the function that it returns is called. */
const holding = async (databaseUrl: string, lock: string) => {
  const holder = new pg.Client({ connectionString: databaseUrl })
  await holder.connect()
  await holder.query('begin')
  await holder.query(lock)
  return async () => {
    await holder.query('commit')
    await holder.end()
  }
}

/** Takes what every write waits for. */
export const holdOrganizations = ({ databaseUrl }: Story) =>
  holding(databaseUrl, 'select uuid from organization for update')

/** On PostgreSQL: ends once so many transactions wait for a lock. */
export const untilWaiting = async ({ databaseUrl }: Story, count: number) => {
  await using database = await openDatabase(databaseUrl)
  const waiting = raw`select 1 from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`
  await expect.poll(async () => (await waiting.execute(database.sql)).rows.length).toBe(count)
}

/** Replays the oldest delivery that was set aside, and commits that when the function that it returns is called. */
export const replayOldest = ({ databaseUrl }: Story) =>
  holding(
    databaseUrl,
    `update webhook_delivery set state = 'waiting'
      where id = (select min(id) from webhook_delivery where state = 'aside')`,
  )

/** Lets nobody make a project. */
export const holdProjects = (databaseUrl: string) => holding(databaseUrl, 'lock table project in share mode')
