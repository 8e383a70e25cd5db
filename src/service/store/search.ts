import { sql as raw, type SqlBool } from 'kysely'
import { engineOf } from '../../database/engine.ts'
import { containing, searchable, type Scope } from './rows.ts'

/** Shorter texts are in no index: every name is read. */
const isIndexed = /^.{3}/su

const columns = { project: ['name_search'], person: ['name_key', 'email'] } as const

/** Whether a name contains the text: found by the index of all parts of three characters, then compared. */
export const containsText = ({ sql }: Scope, table: keyof typeof columns, text: string) => {
  const contained = columns[table].map(
    (column) => raw<SqlBool>`${raw.ref(`${table}.${column}`)} like ${containing(text)} escape '\\'`,
  )
  const matches = raw<SqlBool>`(${raw.join(contained, raw` or `)})`
  const part = searchable(text)
  if (engineOf(sql.getExecutor()).name === 'postgres' || !isIndexed.test(part)) return matches
  const phrase = `"${part.replaceAll('"', '""')}"`
  const found = raw.table(`search_${table}`)
  return raw<SqlBool>`${raw.ref(`${table}.id`)} in (select rowid from ${found} where ${found} match ${phrase}) and ${matches}`
}
