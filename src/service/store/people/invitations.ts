import type { Queries } from '../database.ts'
import { type Row, type Scope, tableOf } from '../rows.ts'

/** Who is invited again has been invited now. */
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

/** When each person was invited, by uuid. */
export const invitationsTo = async (scope: Scope, projectUuid: string): Promise<Map<string, number>> => {
  const rows = await tableOf(scope, 'project_invitation')
    .select(['person_uuid', 'invited_at'])
    .where('project_uuid', '=', projectUuid)
    .execute()
  return new Map(rows.map((row) => [row.person_uuid, row.invited_at]))
}
