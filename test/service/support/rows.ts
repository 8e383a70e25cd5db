import { randomUUID } from 'node:crypto'
import type { PlaybookContent } from '../../../src/service/store/playbooks.ts'
import { openDatabase, type Queries } from '../../../src/service/store/database.ts'
import { nameKey } from '../../../src/service/store/rows.ts'
import { jobRows } from '../../support/lane-rows.ts'
import type { Story } from '../harness.ts'

const beside = async <T>({ databaseUrl }: Pick<Story, 'databaseUrl'>, work: (sql: Queries) => Promise<T>) => {
  await using database = await openDatabase(databaseUrl)
  return await work(database.sql)
}

/** Adds people of the demo organization; the service has ended. */
export const addPeople = (
  story: Story,
  people: readonly { first_name: string; last_name: string; email: string }[],
) => {
  const rest = { org: story.service.demo.organizationUuid, role: 'Vendor User', account_uuid: null } as const
  const rows = people.map((person, n) => ({
    ...person,
    ...rest,
    name_key: nameKey(person),
    uuid: `f0000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
    is_active: 1 as const,
  }))
  return beside(story, (sql) => sql.insertInto('person').values(rows).execute())
}

/** Adds a published playbook beside the service, which has SQLite's file for itself until it stops. */
export const addPlaybook = async (story: Story, content: PlaybookContent): Promise<string> => {
  const uuid = randomUUID()
  const named = { name: 'Large', name_search: 'large', description: '', version: 1, duration_days: 60 }
  const row = {
    ...named,
    uuid,
    org: story.service.demo.organizationUuid,
    state: 'published' as const,
    is_archived: 0 as const,
    content: JSON.stringify(content),
    created_at: 0,
  }
  await beside(story, (sql) => sql.insertInto('playbook').values(row).execute())
  return uuid
}

/** Adds comments to a task, `Number 0.` and on; the service has ended. */
export const addComments = (story: Story, task: string, count: number) =>
  beside(story, async (sql) => {
    const { id: _id, ...copied } = await sql.selectFrom('comment').selectAll().executeTakeFirstOrThrow()
    const rows = Array.from({ length: count }, (_, at) => ({
      ...copied,
      uuid: `0c1f3f0a-4a53-4c8f-9d58-${String(at).padStart(12, '0')}`,
      task_uuid: task,
      message_plain: `Number ${at}.`,
      created_at: 1_000 + at,
    }))
    await sql.insertInto('comment').values(rows).execute()
  })

/** What the service keeps of its events, jobs and deliveries. It has ended: SQLite's file has one owner. */
export const keptWork = (story: Story) =>
  beside(story, async (sql) => {
    const events = await sql.selectFrom('event').select('name').orderBy('id').execute()
    const deliveries = await sql.selectFrom('webhook_delivery').select('state').orderBy('id').execute()
    return {
      events: events.map(({ name }) => name),
      jobs: (await jobRows({ sql })).map(({ kind, state }) => `${kind} ${state}`),
      deliveries: deliveries.map(({ state }) => state),
    }
  })
