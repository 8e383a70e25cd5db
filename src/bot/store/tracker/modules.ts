import type { Queries } from '../database.ts'

export interface KnownModule {
  uuid: string
  projectUuid: string
  /** 0 to 100. */
  progress: number
}

export const knownModule = async (sql: Queries, uuid: string): Promise<KnownModule | undefined> => {
  const row = await sql.selectFrom('known_module').selectAll().where('uuid', '=', uuid).executeTakeFirst()
  return row && { uuid, projectUuid: row.project_uuid, progress: row.progress }
}

export const rememberModule = async (sql: Queries, module: KnownModule): Promise<void> => {
  const { uuid, projectUuid, progress } = module
  await sql
    .insertInto('known_module')
    .values({ uuid, project_uuid: projectUuid, progress })
    .onConflict((conflict) => conflict.column('uuid').doUpdateSet({ progress }))
    .execute()
}
