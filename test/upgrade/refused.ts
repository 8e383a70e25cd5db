import pg from 'pg'

/** What an old insert would have to give by now: columns that may not be null, and have no default. */
const missingIn = async (client: pg.Client, statement: string): Promise<string[]> => {
  const [, table = '', columns = ''] = /^\s*insert into "?(\w+)"? \(([^)]*)\)/i.exec(statement) ?? []
  const given = columns.split(',').map((name) => name.trim().replaceAll('"', ''))
  const { rows } = await client.query<{ name: string }>(
    `select column_name as name from information_schema.columns where table_schema = current_schema()
      and table_name = $1 and is_nullable = 'NO' and column_default is null`,
    [table],
  )
  return rows
    .map(({ name }) => name)
    .filter((name) => !given.includes(name))
    .map((name) => `${table}.${name} has no default: ${statement}`)
}

/** Why these statements no longer work in a database. Planning a statement finds what its schema lacks. */
export const refusedBy = async (url: string, statements: readonly string[]): Promise<string[]> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const refused: string[] = []
  for (const statement of statements) {
    try {
      await client.query(`explain (generic_plan) ${statement}`)
    } catch (error) {
      refused.push(`${(error as Error).message}: ${statement}`)
    }
    refused.push(...(await missingIn(client, statement)))
  }
  await client.end()
  return refused
}
