import type { Given } from '../../database/statement.ts'
import { statement, type Queries } from './database.ts'
import type { BotTables } from './tables.ts'

type PersonLink = BotTables['person_link']

const linkFor = statement((db, { trackerUuid }: Given<{ trackerUuid: string }>) =>
  db.selectFrom('person_link').selectAll().where('tracker_uuid', '=', trackerUuid),
)

export const linkOf = (sql: Queries, trackerUuid: string): Promise<PersonLink | undefined> =>
  linkFor.first(sql, { trackerUuid })

/** Newest first. */
export const linksTo = (sql: Queries, slackUser: string): Promise<PersonLink[]> =>
  sql
    .selectFrom('person_link')
    .selectAll()
    .where('slack_user', '=', slackUser)
    .orderBy('set_at', 'desc')
    .execute()

export const allLinks = (sql: Queries): Promise<PersonLink[]> =>
  sql.selectFrom('person_link').selectAll().orderBy('set_at').execute()

export const setLink = async (sql: Queries, link: PersonLink): Promise<void> => {
  await sql
    .insertInto('person_link')
    .values(link)
    .onConflict((conflict) =>
      conflict
        .column('tracker_uuid')
        .doUpdateSet({ slack_user: link.slack_user, set_by: link.set_by, set_at: link.set_at }),
    )
    .execute()
}

/** Goes back to matching by email address. */
export const dropLink = async (sql: Queries, trackerUuid: string): Promise<void> => {
  await sql.deleteFrom('person_link').where('tracker_uuid', '=', trackerUuid).execute()
}
