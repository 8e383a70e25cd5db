import type { Queries } from '../database.ts'
import { type Row, type Scope, tableOf } from '../rows.ts'

/** A repeated invitation replaces the time of the first. */
export const noteInvitation = async (sql: Queries, invitation: Row<'project_invitation'>): Promise<void> => {
  await sql
    .insertInto('project_invitation')
    .values(invitation)
    .onConflict((conflict) =>
      conflict
        .columns(['project_uuid', 'person_uuid'])
        .doUpdateSet({ invited_at: (eb) => eb.ref('excluded.invited_at') }),
    )
    .execute()
}

const mostInvitations = 1_000

/** The time of each person's invitation, latest first. */
export const invitationsTo = async (scope: Scope, projectUuid: string): Promise<Map<string, number>> => {
  const rows = await tableOf(scope, 'project_invitation')
    .select(['person_uuid', 'invited_at'])
    .where('project_uuid', '=', projectUuid)
    .orderBy('invited_at', 'desc')
    .limit(mostInvitations)
    .execute()
  return new Map(rows.map((row) => [row.person_uuid, row.invited_at]))
}
