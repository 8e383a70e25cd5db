import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { onTestFinished } from 'vitest'
import { ourTables } from './filled.ts'

const asked = async <R>(url: string, work: (client: pg.Client) => Promise<R>): Promise<R> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/**
 * Gives a database's tables to a plain role, and hides the rows of a few from it unless it asks for all. Returns that
 * role's address.
 */
export const withPolicies = async (url: string): Promise<string> => {
  const role = `plain_${randomUUID().replaceAll('-', '')}`
  const tables = (await ourTables(url)).map(({ name }) => name)
  await asked(url, async (client) => {
    await client.query(`create role ${role} login password 'plain'`)
    await client.query(`grant all on schema public to ${role}`)
    for (const name of [...tables, 'kysely_migration', 'kysely_migration_lock'])
      await client.query(`alter table ${name} owner to ${role}`)
    for (const name of ['setting', 'inbox', 'reply']) {
      await client.query(`alter table ${name} enable row level security`)
      await client.query(`alter table ${name} force row level security`)
      await client.query(
        `create policy every on ${name} using (current_setting('onboarding.installation', true) = '*')`,
      )
    }
  })
  onTestFinished(() =>
    asked(url, async (client) => {
      await client.query(`drop owned by ${role}`)
      await client.query(`drop role ${role}`)
    }),
  )
  const plain = new URL(url)
  plain.username = role
  plain.password = 'plain'
  return plain.href
}

export const visibleRows = (url: string, table: string): Promise<number> =>
  asked(url, async (client) => {
    const { rows } = await client.query<{ n: string }>(`select count(*) as n from ${table}`)
    return Number(rows[0]?.n)
  })
