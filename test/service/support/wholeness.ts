import { sql } from 'kysely'
import { openDatabase } from '../../../src/service/store/database.ts'

interface Parts {
  uuid: string
  event: number
  /** How many of each, in one text. */
  parts: string
}

/** What a project consists of. */
export const partTables = [
  'module',
  'task',
  'subtask',
  'data_field_value',
  'project_member',
  'event',
] as const

/** Whether a row of a table is of the project. An event names its project in its text. */
const isOf = (table: (typeof partTables)[number], project: string) =>
  table === 'event'
    ? sql`event.body like '%' || ${sql.ref(project)} || '%'`
    : sql`${sql.ref(`${table}.project_uuid`)} = ${sql.ref(project)}`

/** Every project of the demo's organization but the demo's, in the order of their events, with what there is of each. */
export const wholeness = async (databaseUrl: string, demo: string) => {
  await using database = await openDatabase(databaseUrl)
  const counts = partTables.map(
    (name) => sql`(select count(*) from ${sql.table(name)} where ${isOf(name, 'p.uuid')})`,
  )
  const deliveries = sql`(select count(*) from webhook_delivery d join event on event.id = d.event_id
    where ${isOf('event', 'p.uuid')})`
  const text = sql.join(
    [...counts, deliveries].map((count) => sql`cast(${count} as text)`),
    sql` || ' ' || `,
  )
  const projects = await sql<Parts>`select p.uuid, ${text} as parts,
    (select max(id) from event where ${isOf('event', 'p.uuid')}) as event
    from project p where p.uuid <> ${demo} and p.org = (select org from project where uuid = ${demo})
    order by event`.execute(database.sql)
  const orphans = await Promise.all(
    partTables.map(async (name) => {
      const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(name)} where
        not exists (select 1 from project where ${isOf(name, 'project.uuid')})`.execute(database.sql)
      return [name, rows[0]?.n]
    }),
  )
  return { projects: projects.rows, orphans }
}
