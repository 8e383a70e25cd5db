import type { Queries } from '../database.ts'

export interface Invitation {
  readonly org: string
  readonly project_uuid: string
  readonly person_uuid: string
  readonly invited_at: number
}

/** Who is invited again has been invited now. */
export const noteInvitation = async (sql: Queries, invitation: Invitation): Promise<void> => {
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
export const invitationsTo = async (
  sql: Queries,
  org: string,
  projectUuid: string,
): Promise<Map<string, number>> => {
  const rows = await sql
    .selectFrom('project_invitation')
    .select(['person_uuid', 'invited_at'])
    .where('org', '=', org)
    .where('project_uuid', '=', projectUuid)
    .execute()
  return new Map(rows.map((row) => [row.person_uuid, row.invited_at]))
}
