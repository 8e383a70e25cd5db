import { type Kysely, sql as raw } from 'kysely'
import { happened } from '../../../database/happened.ts'
import type { Vault } from '../../secrets/vault.ts'
import type { InstallationTables } from './tables.ts'

type Run = Kysely<InstallationTables>

/** Slack takes a refresh token once. With these answers no other attempt can succeed: the app must be reinstalled. */
const finalProblems = [
  'invalid_refresh_token',
  'token_revoked',
  'account_inactive',
  'app_uninstalled',
] as const

export const isFinal = (problem: string | null): boolean =>
  problem !== null && (finalProblems as readonly string[]).includes(problem)

export interface KeptToken {
  readonly id: number
  readonly token: string
  /** Null if it doesn't end. */
  readonly endsAt: number | null
  /** Grows with each new token. */
  readonly version: number
  readonly problem: string | null
  /** Until then, a node refreshes it, or waits after a failure. */
  readonly busyUntil: number
}

const placeOf = (column: 'bot_token' | 'refresh_token', id: number) =>
  ({ table: 'installation', column, id }) as const

/** Undefined for `default` while the environment has its token, and for an installation that left. */
export const readToken = async (sql: Run, vault: Vault, id: number): Promise<KeptToken | undefined> => {
  const row = await sql
    .selectFrom('installation')
    .select(['bot_token', 'token_ends_at', 'token_version', 'token_problem', 'refresh_until'])
    .where('id', '=', id)
    .where('state', '<>', 'leaving')
    .executeTakeFirst()
  if (!row?.bot_token) return undefined
  return {
    id,
    token: vault.open(placeOf('bot_token', id), row.bot_token),
    endsAt: row.token_ends_at,
    version: row.token_version,
    problem: row.token_problem,
    busyUntil: row.refresh_until,
  }
}

/** Longer than a call to Slack can take. */
const leaseMs = 60_000

/** Between two attempts, at most. */
const longestPauseMs = 600_000

/** A lease or pause that ends much later is from before a clock was set back. */
const latest = (now: number) => now + 2 * longestPauseMs

/** Whether a node refreshes it, or waits after a failure. */
export const isBusy = ({ busyUntil }: Pick<KeptToken, 'busyUntil'>, now: number): boolean =>
  busyUntil > now && busyUntil <= latest(now)

/**
 * Lets one node refresh this version of the token, and gives it the refresh token. Undefined if another node is
 * refreshing it or has just failed, if it was replaced, or if it can't be refreshed.
 */
export const claimRefresh = async (
  sql: Run,
  vault: Vault,
  { id, version }: Pick<KeptToken, 'id' | 'version'>,
  now: number,
): Promise<string | undefined> => {
  const row = await sql
    .updateTable('installation')
    .set({ refresh_until: now + leaseMs })
    .where('id', '=', id)
    .where('token_version', '=', version)
    .where('refresh_token', 'is not', null)
    .where('state', '<>', 'leaving')
    .where((eb) => eb.or([eb('refresh_until', '<=', now), eb('refresh_until', '>', latest(now))]))
    .where((eb) => eb.or([eb('token_problem', 'is', null), eb('token_problem', 'not in', finalProblems)]))
    .returning('refresh_token')
    .executeTakeFirst()
  return row?.refresh_token ? vault.open(placeOf('refresh_token', id), row.refresh_token) : undefined
}

interface Refreshed {
  readonly token: string
  readonly refreshToken: string | undefined
  readonly tokenLastsMs: number | undefined
}

/** False if the token was replaced or erased meanwhile. */
export const storeRefreshed = (
  sql: Run,
  vault: Vault,
  { id, version }: Pick<KeptToken, 'id' | 'version'>,
  { token, refreshToken, tokenLastsMs }: Refreshed,
  now: number,
): Promise<boolean> =>
  happened(
    sql
      .updateTable('installation')
      .set({
        bot_token: vault.seal(placeOf('bot_token', id), token),
        ...(refreshToken !== undefined && {
          refresh_token: vault.seal(placeOf('refresh_token', id), refreshToken),
        }),
        token_ends_at: tokenLastsMs === undefined ? null : now + tokenLastsMs,
        token_version: version + 1,
        refresh_until: 0,
        token_problem: null,
        token_problem_since: null,
      })
      .where('id', '=', id)
      .where('token_version', '=', version)
      .where('state', '<>', 'leaving'),
  )

/** `since` stays the first failure's. */
export const noteTokenProblem = async (
  sql: Run,
  { id, version }: Pick<KeptToken, 'id' | 'version'>,
  { problem, retryMs }: { readonly problem: string; readonly retryMs: number },
  now: number,
): Promise<void> => {
  await sql
    .updateTable('installation')
    .set((eb) => ({
      token_problem: problem,
      token_problem_since: eb.fn.coalesce('token_problem_since', eb.val(now)),
      refresh_until: now + Math.min(retryMs, longestPauseMs),
    }))
    .where('id', '=', id)
    .where('token_version', '=', version)
    .execute()
}

/** Tokens that end within `withinMs`, soonest first. */
export const endingTokens = async (sql: Run, withinMs: number, now: number): Promise<number[]> => {
  const rows = await sql
    .selectFrom('installation')
    .select('id')
    .where('token_ends_at', '<=', now + withinMs)
    .where('refresh_token', 'is not', null)
    .where('state', '<>', 'leaving')
    .orderBy('token_ends_at')
    .execute()
  return rows.map(({ id }) => id)
}

export interface TokenTrouble {
  readonly installation: number
  /** Slack's code, or what failed. Null if the token ended without an attempt. */
  readonly problem: string | null
  readonly since: number
  /** Until then, everything works. */
  readonly endsAt: number | null
  /** The app has to be installed again. */
  readonly isFinal: boolean
}

/** Tokens that could not be refreshed or have ended, for readiness, the Home tab, metrics and the operator. */
export const tokenTrouble = async (sql: Run, now: number): Promise<TokenTrouble[]> => {
  const rows = await sql
    .selectFrom('installation')
    .select(['id', 'token_problem', 'token_problem_since', 'token_ends_at'])
    .where('state', '<>', 'leaving')
    .where((eb) => eb.or([eb('token_problem', 'is not', null), eb('token_ends_at', '<=', now)]))
    .orderBy(raw`coalesce(token_problem_since, token_ends_at)`)
    .execute()
  return rows.map((row) => ({
    installation: row.id,
    problem: row.token_problem,
    since: row.token_problem_since ?? row.token_ends_at ?? now,
    endsAt: row.token_ends_at,
    isFinal: isFinal(row.token_problem),
  }))
}
