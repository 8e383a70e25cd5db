import { type InferResult, sql as raw } from 'kysely'
import type { Database, Tx } from '../../../database/database.ts'
import type { BotDatabase } from '../../store/database.ts'
import type { Vault } from '../vault.ts'
import { allConnections, type Connection, type Run } from './connections.ts'
import {
  defaultId,
  type InstallationState,
  type InstallationTables,
} from '../../store/installation-tables.ts'

const columns = [
  'id',
  'team_id as teamId',
  'team_name as teamName',
  'enterprise_id as enterpriseId',
  'installed_by as installedBy',
  'installed_at as installedAt',
  'state',
  'state_at as stateAt',
  'reason',
  'connection_id as connectionId',
] as const
const installations = (sql: Run) => sql.selectFrom('installation').select(columns)

/** Without its token, which only `readToken` reads. */
export type Installation = Readonly<InferResult<ReturnType<typeof installations>>[number]>

export const findInstallation = (sql: Run, id: number): Promise<Installation | undefined> =>
  installations(sql).where('id', '=', id).executeTakeFirst()

/** Undefined for `default` while the environment has its token, and for an installation that left. */
export const readToken = async (sql: Run, vault: Vault, id: number) => {
  const row = await sql
    .selectFrom('installation')
    .select('bot_token')
    .where('id', '=', id)
    .where('state', '<>', 'leaving')
    .executeTakeFirst()
  return row?.bot_token
    ? vault.open({ table: 'installation', column: 'bot_token', id }, row.bot_token)
    : undefined
}

/** Whether it came by OAuth. A paused installation counts, a leaving one doesn't. */
export const isInstalled = async (sql: Run, id: number): Promise<boolean> => {
  const { state, installedAt = null } = (await findInstallation(sql, id)) ?? {}
  return state !== 'leaving' && installedAt !== null
}

export const allInstallations = (sql: Run): Promise<Installation[]> =>
  installations(sql).orderBy('id').execute()

export interface Listed {
  readonly installation: Installation
  /** Undefined until a tracker is connected. */
  readonly connection: Connection | undefined
}

/** `default` first. */
export const listInstallations = async (sql: Run): Promise<Listed[]> => {
  const connections = new Map((await allConnections(sql)).map((one) => [one.id, one]))
  return (await allInstallations(sql)).map((installation) => ({
    installation,
    connection: connections.get(installation.connectionId ?? 0),
  }))
}

/** The connection of `default` has no address: `own` says whether the environment names its tracker. */
export const hasTracker = (connection: Connection | undefined, own: boolean): boolean =>
  connection !== undefined && (connection.baseUrl !== null || own)

const installed = (sql: Run, states: readonly InstallationState[] = ['active', 'paused']) =>
  sql
    .selectFrom('installation')
    .select('id')
    .where('state', 'in', states)
    .where('installed_at', 'is not', null)
    .orderBy('id')

const idsOf = async (rows: ReturnType<typeof installed>): Promise<number[]> =>
  (await rows.execute()).map(({ id }) => id)

export const activeInstallations = (sql: Run) => idsOf(installed(sql, ['active']))

/** Also paused installations: what reaches them is worked off once they are resumed. */
export const installationsOn = (sql: Run, connection: number) =>
  idsOf(installed(sql).where('connection_id', '=', connection))

/** Of all connections to the tracker: several keys can belong to one of its users. */
export const installationsAtTracker = (sql: Run, baseUrl: string) => {
  const connections = sql.selectFrom('connection').select('id').where('base_url', '=', baseUrl)
  return idsOf(installed(sql).where('connection_id', 'in', connections))
}

export const installationsOfBot = (sql: Run, botUserId: string) =>
  idsOf(installed(sql, ['active']).where('bot_user_id', '=', botUserId))

/** Each installation in the channel once. Neither engine skips the other rows of an installation by itself. */
const ofEach = (table: 'subscription' | 'post', channel: string) => {
  const rows = raw`from ${raw.table(table)} where channel = ${channel}`
  return raw`
    select id from (
      with recursive each (id) as (
        select min(installation_id) ${rows}
        union all
        select (select min(installation_id) ${rows} and installation_id > each.id) from each where id is not null
      )
      select id from each
    ) as ${raw.ref(`each_${table}`)}`
}

/** Installations that receive a project in this channel, or have or had something to post there. */
export const installationsIn = async ({ across }: BotDatabase, channel: string): Promise<number[]> => {
  const { rows } = await raw<{ id: number | null }>`
    ${ofEach('subscription', channel)} union ${ofEach('post', channel)}`.execute(across.sql)
  return rows.flatMap(({ id }) => (id === null ? [] : [id]))
}

/** Where something happened, as Slack says it. Empty strings for what it doesn't say. */
interface SlackPlace {
  readonly teamId: string
  readonly enterpriseId: string
}

/** The workspace's own installation, otherwise its organization's. */
export const installationAt = (sql: Run, { teamId, enterpriseId }: SlackPlace) =>
  installations(sql)
    .where((eb) =>
      // An empty id would match, and read, every row without one.
      eb.or([
        ...(teamId === '' ? [] : [eb.and([eb('team_id', '=', teamId), eb('is_org', '=', 0)])]),
        ...(enterpriseId === ''
          ? []
          : [eb.and([eb('enterprise_id', '=', enterpriseId), eb('is_org', '=', 1)])]),
      ]),
    )
    .orderBy('is_org')
    .limit(1)
    .executeTakeFirst()

interface Identity extends SlackPlace {
  readonly teamName: string
  readonly isOrg: boolean
  readonly botUserId: string | null
}

export interface Install extends Identity {
  readonly token: string
  readonly scopes: readonly string[]
  readonly installedBy: string | null
}

const identityColumns = (identity: Identity) => ({
  enterprise_id: identity.enterpriseId,
  team_id: identity.isOrg ? '' : identity.teamId,
  team_name: identity.teamName,
  is_org: identity.isOrg ? 1 : 0,
  bot_user_id: identity.botUserId,
})

/** Part of the install. `before`: the installation while the app was not at work there. */
export type OnBack = (tx: Tx<InstallationTables>, before: Installation) => Promise<void>

/**
 * A reinstall keeps the installation's data. It ends a removal, but not the operator's pause. The workspace of
 * `default` stays `default`, so that it can move from a token in the environment to OAuth with all its data.
 */
export const storeInstall = (
  database: Database<InstallationTables>,
  vault: Vault,
  install: Install,
  now: number,
  onBack?: OnBack,
): Promise<{ readonly id: number }> =>
  database.transaction(async (tx) => {
    const { sql } = tx
    const place = identityColumns(install)
    // A workspace that joined or left a Grid organization is still the same one.
    if (!install.isOrg)
      await sql
        .updateTable('installation')
        .set({ enterprise_id: place.enterprise_id })
        .where('team_id', '=', place.team_id)
        .where('is_org', '=', 0)
        .where('enterprise_id', '<>', place.enterprise_id)
        .execute()
    const before = await installations(sql)
      .where('enterprise_id', '=', place.enterprise_id)
      .where('team_id', '=', place.team_id)
      .executeTakeFirst()
    if (before && (before.state === 'leaving' || before.installedAt === null)) await onBack?.(tx, before)
    const changed = {
      ...place,
      scopes: JSON.stringify(install.scopes),
      installed_by: install.installedBy,
      installed_at: now,
    }
    const { id } = await sql
      .insertInto('installation')
      .values({ ...changed, state: 'active', state_at: now })
      .onConflict((conflict) => conflict.columns(['enterprise_id', 'team_id']).doUpdateSet(changed))
      .returning('id')
      .executeTakeFirstOrThrow()
    const bot_token = vault.seal({ table: 'installation', column: 'bot_token', id }, install.token)
    await sql.updateTable('installation').set({ bot_token }).where('id', '=', id).execute()
    await sql
      .updateTable('installation')
      .set({ state: 'active', state_at: now, reason: null })
      .where('id', '=', id)
      .where('state', '=', 'leaving')
      .execute()
    return { id }
  })

/** Who `default` is, once Slack has told. False if another installation already has this workspace. */
export const nameDefault = async (sql: Run, identity: Identity): Promise<boolean> => {
  const columns = identityColumns(identity)
  const other = await sql
    .selectFrom('installation')
    .select('id')
    .where('enterprise_id', '=', columns.enterprise_id)
    .where('team_id', '=', columns.team_id)
    .where('id', '<>', defaultId)
    .executeTakeFirst()
  if (other) return false
  await sql.updateTable('installation').set(columns).where('id', '=', defaultId).execute()
  return true
}
