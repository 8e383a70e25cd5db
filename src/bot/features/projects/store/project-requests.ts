import type { Queries, Tx, Clear } from '../../../store/database.ts'
import type { BotTables } from '../../../store/tables.ts'
import { changedAny, rowsOf } from '../../../../database/statement.ts'

export type ProjectRequest = Omit<BotTables['project_request'], 'id'> & { id: number }

/** A dialog that is submitted again replaces its form. Undefined once *Create* was pressed. */
export const saveForm = async (
  tx: Tx,
  draft: { source: string; userId: string; form: { name: string }; createdAt: number },
): Promise<number | undefined> => {
  const form = { project_name: draft.form.name, form: JSON.stringify(draft.form) }
  const row = await tx.sql
    .insertInto('project_request')
    .values({
      source: draft.source,
      user_id: draft.userId,
      ...form,
      state: 'draft',
      lane: '',
      external_id: '',
      tries: 0,
      created_at: draft.createdAt,
    })
    .onConflict((conflict) =>
      conflict.column('source').doUpdateSet(form).where('project_request.state', '=', 'draft'),
    )
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

/** False if *Create* was already pressed, or the form is another person's. */
export const submitForm = (tx: Tx, id: number, userId: string, keys: { lane: string; external_id: string }) =>
  changedAny(
    tx.sql
      .updateTable('project_request')
      .set({ state: 'stored', ...keys })
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .where('state', '=', 'draft'),
  )

export const projectRequest = (sql: Queries, id: number): Promise<ProjectRequest | undefined> =>
  sql.selectFrom('project_request').selectAll().where('id', '=', id).executeTakeFirst()

export const setProjectRequest = async (
  sql: Queries,
  id: number,
  change: Partial<Omit<ProjectRequest, 'id' | 'form'>>,
): Promise<void> => {
  await sql.updateTable('project_request').set(change).where('id', '=', id).execute()
}

/** The request that created this project, if the bot did. Undefined once its form is erased. */
export const makerOf = async (sql: Queries, projectUuid: string): Promise<ProjectRequest | undefined> => {
  const maker = await sql
    .selectFrom('project_request')
    .selectAll()
    .where('project_uuid', '=', projectUuid)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return maker?.form === '{}' ? undefined : maker
}

export const clearForms: Clear = (sql, before, limit) => {
  const old = sql
    .selectFrom('project_request')
    .select('id')
    .where('state', '=', 'done')
    .where('settled_at', '<', before)
    .where('form', '<>', '{}')
    .limit(limit)
  return rowsOf(sql.updateTable('project_request').set({ form: '{}' }).where('id', 'in', old))
}
