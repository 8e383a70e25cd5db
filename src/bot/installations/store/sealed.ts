import { sql } from 'kysely'
import { keyIdAt, sealedWith, startLength, unreadableWords, type Vault } from '../vault.ts'
import { openConnection, type Run } from './connections.ts'
import { type Listed, readToken } from './installations.ts'

export const sealedColumns = [
  { table: 'installation', column: 'bot_token' },
  { table: 'connection', column: 'api_key' },
  { table: 'connection', column: 'hook_secret' },
] as const
type SealedColumn = (typeof sealedColumns)[number]

/** Secrets that are not yet encrypted with the newest key, after the row `after`. */
const olderSecrets = async (
  run: Run,
  { table, column }: SealedColumn,
  { keyId, after, limit }: { keyId: string; after: number; limit: number },
) => {
  const found = await sql<{ id: number; sealed: string }>`
    select id, ${sql.ref(column)} as sealed from ${sql.table(table)}
    where id > ${after} and ${sql.ref(column)} not like ${`${sealedWith(keyId)}%`}
    order by id limit ${limit}`.execute(run)
  return found.rows
}

/** False if the row got another secret meanwhile, which the newest key encrypted anyway. */
const replaceSecret = async (
  run: Run,
  { table, column }: SealedColumn,
  { id, from, to }: { id: number; from: string; to: string },
) => {
  const { numAffectedRows } = await sql`
    update ${sql.table(table)} set ${sql.ref(column)} = ${to}
    where id = ${id} and ${sql.ref(column)} = ${from}`.execute(run)
  return Number(numAffectedRows) > 0
}

/** Runs also while the bot does. `problems`: one for each secret that can't be read, which says what to do. */
export const reEncrypt = async (run: Run, vault: Vault, batch = 100) => {
  const [keyId] = vault.keyIds
  const problems: string[] = []
  let done = 0
  if (keyId === undefined) return { done, problems }
  for (const where of sealedColumns) {
    for (let after = 0; ;) {
      const rows = await olderSecrets(run, where, { keyId, after, limit: batch })
      for (const { id, sealed } of rows) {
        try {
          const to = vault.seal({ ...where, id }, vault.open({ ...where, id }, sealed))
          if (await replaceSecret(run, where, { id, from: sealed, to })) done += 1
        } catch (error) {
          problems.push(unreadableWords(error))
        }
      }
      const last = rows.at(-1)
      if (!last) break
      after = last.id
    }
  }
  return { done, problems }
}

/** What of an installation can't be read, in sentences. */
export const unreadableIn = async (run: Run, vault: Vault, { installation, connection }: Listed) => {
  const secrets: readonly Promise<unknown>[] = [
    readToken(run, vault, installation.id),
    openConnection(run, vault, { id: connection?.id ?? 0 }),
  ]
  const problems = await Promise.all(secrets.map((read) => read.then(() => undefined, unreadableWords)))
  return problems.filter((problem) => problem !== undefined)
}

/** The start of a secret, which says which key sealed it. */
export const startOf = ({ column }: SealedColumn) =>
  sql<string>`substr(${sql.ref(column)}, 1, ${sql.lit(startLength)})`

/** How many secrets each key encrypts, by key id. Any other key can be dropped from ENCRYPTION_KEYS. */
export const keysInUse = async (run: Run): Promise<ReadonlyMap<string, number>> => {
  const uses = new Map<string, number>()
  for (const where of sealedColumns) {
    const { table, column } = where
    const { rows } = await sql<{ start: string; uses: number }>`
      select ${startOf(where)} as start, count(*) as uses
      from ${sql.table(table)} where ${sql.ref(column)} is not null group by 1`.execute(run)
    for (const { start, uses: more } of rows) {
      const keyId = keyIdAt(start) ?? 'unreadable'
      uses.set(keyId, (uses.get(keyId) ?? 0) + more)
    }
  }
  return uses
}
