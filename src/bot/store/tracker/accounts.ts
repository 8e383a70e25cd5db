import type { EventName } from '../../../contract/event.ts'
import type { Queries, Tx } from '../database.ts'
import type { BotTables } from '../tables.ts'

/** An account as the tracker tells it: its name may change, its id does not. */
export interface Account {
  id: string | undefined
  name: string
}

type Row = BotTables['subscription']
const isUuid = (id: string) => /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i.test(id)

/** Integer ids became uuids in 2026: two ids of different forms say nothing of each other. */
const comparable = (one: string | null, other: string | undefined): boolean =>
  one !== null && other !== undefined && isUuid(one) === isUuid(other)

/** Whether a subscription means this account: by its id where both are known, else by its name. */
export const meansAccount = (
  row: Pick<Row, 'target' | 'account_id'>,
  id: string | undefined,
  name: string | undefined,
): boolean => (comparable(row.account_id, id) ? row.account_id === id : row.target === name)

const isUpToDate = (row: Row, { id, name }: Account): boolean =>
  row.target === name && row.label === name && row.account_id === id && row.account_lost_at === null

const rename = async (tx: Tx, row: Row, { id, name }: Account): Promise<void> => {
  const at = { channel: row.channel, scope: 'account' as const }
  const other = await tx.sql
    .selectFrom('subscription')
    .selectAll()
    .where('channel', '=', row.channel)
    .where('scope', '=', 'account')
    .where('target', '=', name)
    .where('target', '!=', row.target)
    .executeTakeFirst()
  const changed = { target: name, label: name, account_id: id ?? null, account_lost_at: null }
  if (!other) {
    await tx.sql
      .updateTable('subscription')
      .set(changed)
      .where('channel', '=', at.channel)
      .where('scope', '=', at.scope)
      .where('target', '=', row.target)
      .execute()
    return
  }
  // The channel was subscribed to the new name by hand: both are one subscription, with the events of both.
  const events = [...(JSON.parse(other.events) as EventName[]), ...(JSON.parse(row.events) as EventName[])]
  await tx.sql
    .deleteFrom('subscription')
    .where('channel', '=', at.channel)
    .where('scope', '=', at.scope)
    .where('target', '=', row.target)
    .execute()
  await tx.sql
    .updateTable('subscription')
    .set({ ...changed, events: JSON.stringify([...new Set(events)]) })
    .where('channel', '=', at.channel)
    .where('scope', '=', at.scope)
    .where('target', '=', name)
    .execute()
}

/** The account's subscriptions that do not know all of this yet. */
export const outdatedAccounts = async (sql: Queries, account: Account): Promise<Row[]> => {
  if (account.id === undefined) return []
  const rows = await sql.selectFrom('subscription').selectAll().where('scope', '=', 'account').execute()
  return rows.filter((row) => meansAccount(row, account.id, account.name) && !isUpToDate(row, account))
}

/** Id, name and label of an account's subscriptions are from now on as the tracker told them. */
export const bringAccountUpToDate = async (tx: Tx, account: Account): Promise<void> => {
  for (const row of await outdatedAccounts(tx.sql, account)) await rename(tx, row, account)
  await tx.sql
    .updateTable('known_project')
    .set({ account_name: account.name })
    .where('account_id', '=', account.id ?? '')
    .execute()
}

/** Whether a project of an account of this name was ever seen. */
export const wasAccountSeen = async (sql: Queries, name: string): Promise<boolean> => {
  const row = await sql
    .selectFrom('known_project')
    .select('uuid')
    .where('account_name', '=', name)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Returns whether nobody was told of it before. */
export const markAccountLost = async (
  tx: Tx,
  { channel, target }: { channel: string; target: string },
  now: number,
): Promise<boolean> => {
  const { numUpdatedRows } = await tx.sql
    .updateTable('subscription')
    .set({ account_lost_at: now })
    .where('channel', '=', channel)
    .where('scope', '=', 'account')
    .where('target', '=', target)
    .where('account_lost_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
