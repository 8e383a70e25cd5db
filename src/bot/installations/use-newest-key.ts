import type { Log } from '../../log.ts'
import type { Vault } from './secrets/vault.ts'
import { reEncrypt } from './store/sealed.ts'

type Sql = Parameters<typeof reEncrypt>[0]

/** Moves every secret in the database to the newest key. One node's work is enough; several do no harm. */
export const useNewestKey = async ({
  sql,
  vault,
  log,
}: {
  sql: Sql
  vault: Vault
  log: Log
}): Promise<void> => {
  const { done, problems } = await reEncrypt(sql, vault)
  if (done > 0) log.info({ secrets: done }, 'secrets were encrypted again with the newest key')
  for (const reason of problems) log.error({ reason }, 'a secret cannot be read')
}
