import type { Kysely } from 'kysely'
import { changedAny } from '../../../database/changed-any.ts'
import { hashOf } from '../../../contract/text/hash-of.ts'
import type { InstallationTables } from '../../store/installation-tables.ts'

type Run = Kysely<InstallationTables>

/** How long a person may take at Slack's consent page. */
export const stateLastsMs = 600_000

interface Begun {
  /** Sent to Slack, which sends it back. */
  readonly state: string
  /** In the cookie of the browser that began. */
  readonly browser: string
}

/** Anybody can begin an install, so the oldest ones make room. */
const mostStates = 10_000

export const keepState = async (
  sql: Run,
  { state, browser }: Begun,
  now: number,
  most = mostStates,
): Promise<void> => {
  const tooMany = sql
    .selectFrom('oauth_state')
    .select('created_at')
    .orderBy('created_at', 'desc')
    .limit(1)
    .offset(most - 1)
  await sql
    .deleteFrom('oauth_state')
    .where((eb) =>
      eb.or([
        eb('created_at', '<=', now - stateLastsMs),
        eb('created_at', '>', now + stateLastsMs),
        eb('created_at', '<=', tooMany),
      ]),
    )
    .execute()
  await sql
    .insertInto('oauth_state')
    .values({ state_hash: hashOf(state), browser_hash: hashOf(browser), created_at: now })
    .execute()
}

/**
 * Uses a state up. Of several attempts at once, also on several nodes, one succeeds. Another browser's attempt
 * doesn't use it up. The age is checked on both sides, because a clock may have been set back.
 */
export const useState = (sql: Run, { state, browser }: Begun, now: number): Promise<boolean> =>
  changedAny(
    sql
      .deleteFrom('oauth_state')
      .where('state_hash', '=', hashOf(state))
      .where('browser_hash', '=', hashOf(browser))
      .where('created_at', '>', now - stateLastsMs)
      .where('created_at', '<=', now + stateLastsMs),
  )
