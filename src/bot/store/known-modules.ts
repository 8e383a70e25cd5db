import { sql as raw } from 'kysely'
import type { Queries } from './database.ts'
import { toStorableText } from '../../database/storable-text.ts'

const inAscii = (text: string): string => text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())

/**
 * How a text may be written in a column under SQL's `lower`, which changes ASCII letters only (in SQLite, and in
 * PostgreSQL's C locale): as typed, in small letters, in capitals, with a capital first, or in Turkish capitals. In NFC, as known names
 * are stored.
 */
export const letterCases = (text: string): string[] => {
  const small = text.toLowerCase()
  const capital = small.charAt(0).toUpperCase() + small.slice(1)
  const cases = [text, small, text.toUpperCase(), capital, small.toLocaleUpperCase('tr')]
  return [...new Set(cases.map((one) => inAscii(one.normalize('NFC'))))]
}

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

export const noteModule = async (sql: Queries, module: KnownModule): Promise<void> => {
  const { uuid, projectUuid, progress } = module
  await sql
    .insertInto('known_module')
    .values({ uuid, project_uuid: projectUuid, progress })
    .onConflict((conflict) => conflict.column('uuid').doUpdateSet({ progress }))
    .execute()
}

/** Stores a module's name. Tasks refer to their module only by name. */
export const noteModuleName = async (sql: Queries, projectUuid: string, name: string, now: number) => {
  await sql
    .insertInto('module_name')
    .values({ project_uuid: projectUuid, name: toStorableText(name.normalize('NFC')), seen_at: now })
    .onConflict((conflict) => conflict.columns(['project_uuid', 'name']).doNothing())
    .execute()
}

/** Names of modules in any project that contain the text, without duplicates. Ignores case. */
export const moduleNames = async (sql: Queries, typed: string, limit: number): Promise<string[]> => {
  const patterns = letterCases(typed).map((written) => `%${written.replace(/[\\%_]/g, '\\$&')}%`)
  const rows = await sql
    .selectFrom('module_name')
    .select('name')
    .where((row) =>
      row.or(patterns.map((pattern) => raw<boolean>`lower(${row.ref('name')}) like ${pattern} escape '\\'`)),
    )
    .groupBy('name')
    .orderBy('name')
    .limit(limit)
    .execute()
  return rows.map(({ name }) => name)
}
