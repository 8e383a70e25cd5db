import { LRUCache } from 'lru-cache'
import type { Database } from '../../../database/database.ts'
import { hideSecrets, type Log } from '../../../log.ts'
import type { Vault } from '../../secrets/vault.ts'
import type { NewToken } from '../../slack/oauth/oauth.ts'
import { SlackProblem } from '../../slack/problem.ts'
import type { InstallationTables } from '../../store/installations/tables.ts'
import {
  claimRefresh,
  endingTokens,
  isBusy,
  isFinal,
  type KeptToken,
  noteTokenProblem,
  readToken,
  storeRefreshed,
} from '../../store/installations/tokens.ts'

export interface TokenDeps {
  readonly database: Database<InstallationTables>
  readonly vault: Vault
  /** Throws `SlackProblem`. */
  readonly refresh: (refreshToken: string) => Promise<NewToken>
  readonly now: () => number
  readonly log: Log
  /** Runs without anybody waiting for it. */
  readonly inBackground: (work: () => Promise<void>) => void
  /** Default: a timer. */
  readonly sleep?: (ms: number) => Promise<void>
}

/** The installation has no token that Slack takes. */
export class NoToken extends Error {
  override name = 'NoToken' as const
  readonly installation: number
  /** Only a reinstall helps. */
  readonly isFinal: boolean

  constructor(installation: number, problem: string | null) {
    const final = isFinal(problem)
    const wayOut = final ? 'install the app again, at /slack/install' : 'the bot will try again'
    super(
      `installation ${installation}: the token expired and could not be refreshed (${problem ?? 'it has no refresh token'}); ${wayOut}`,
    )
    this.installation = installation
    this.isFinal = final
  }
}

export interface Tokens {
  /** Undefined for `default` while the environment has its token, and for an installation that left. */
  tokenOf(installation: number): Promise<string | undefined>
  /** Slack says that a token has ended, whatever our clock says. Gets another one. */
  renew(installation: number, refused: string): Promise<string | undefined>
  /** Refreshes what ends soon, also of installations where nothing happens. For a clock, every few minutes. */
  refreshEnding(): Promise<void>
  /** After a reinstall, or when it left. */
  forget(installation: number): void
}

/** Tokens last twelve hours. What goes wrong is seen long before they end. */
const earlyMs = 2 * 3_600_000
/** With less left, a caller waits for the new token. */
const lateMs = 60_000
const retryMs = 60_000
/** A token is read again after this time, in case another node replaced it. */
const cachedMs = 10_000
/** How long to wait for another node's refresh. */
const patienceMs = 10_000
const lookMs = 250
/** For a minute. */
const mostTries = 60

const problemIn = (error: unknown) =>
  error instanceof SlackProblem
    ? { problem: error.code || 'no answer from Slack', retryMs: error.retryAfterMs ?? retryMs }
    : { problem: hideSecrets((error as Error).message).slice(0, 300), retryMs }

export const createTokens = (deps: TokenDeps): Tokens => {
  const { database, vault, now, log } = deps
  const { sleep = (ms) => new Promise<void>((resolve) => setTimeout(resolve, ms)) } = deps
  const cache = new LRUCache<number, KeptToken>({ max: 1_000, ttl: cachedMs })

  const read = async (id: number) => {
    const kept = await readToken(database.sql, vault, id)
    if (kept) cache.set(id, kept)
    else cache.delete(id)
    return kept
  }

  /** Whether an attempt makes sense. `claimRefresh` decides. */
  const isFree = (kept: KeptToken) => !isFinal(kept.problem) && !isBusy(kept, now())

  const leftOf = ({ endsAt }: KeptToken) => (endsAt === null ? Infinity : endsAt - now())

  /** A refresh token works once, so what Slack gave for it must not get lost while the database is away. */
  const stored = async (kept: KeptToken, token: NewToken) => {
    for (let tries = 1; ; tries += 1) {
      try {
        return await storeRefreshed(database.sql, vault, kept, token, now())
      } catch (error) {
        if (tries === mostTries) throw error
        await sleep(1_000)
      }
    }
  }

  const refresh = async (kept: KeptToken) => {
    const { id } = kept
    try {
      const refreshToken = await claimRefresh(database.sql, vault, kept, now())
      if (refreshToken !== undefined) {
        await stored(kept, await deps.refresh(refreshToken))
        log.info({ installation: id }, "Slack's token was refreshed")
      }
    } catch (error) {
      const problem = problemIn(error)
      log.error({ installation: id, reason: problem.problem }, "Slack's token could not be refreshed")
      await noteTokenProblem(database.sql, kept, problem, now())
    }
    return read(id)
  }

  const underWay = new Map<number, Promise<KeptToken | undefined>>()

  /** One node calls Slack, once. Resolves to what is stored afterwards. */
  const refreshed = (kept: KeptToken): Promise<KeptToken | undefined> => {
    const current = underWay.get(kept.id) ?? refresh(kept).finally(() => void underWay.delete(kept.id))
    underWay.set(kept.id, current)
    return current
  }

  /** Waits for the new token, from whichever node gets it. The old one will do while it is valid. */
  const settled = async (kept: KeptToken, isRefused: boolean): Promise<string | undefined> => {
    let latest = await refreshed(kept)
    for (let waited = 0; waited < patienceMs; waited += lookMs) {
      if (!latest || latest.version > kept.version) return latest?.token
      if (latest.problem !== null) break
      await sleep(lookMs)
      latest = await read(kept.id)
    }
    if (latest && !isRefused && leftOf(latest) > 0) return latest.token
    throw new NoToken(kept.id, latest?.problem ?? null)
  }

  return {
    tokenOf: async (id) => {
      const kept = cache.get(id) ?? (await read(id))
      if (!kept) return undefined
      const left = leftOf(kept)
      if (left <= lateMs) return settled(kept, false)
      if (left <= earlyMs && isFree(kept)) deps.inBackground(async () => void (await refreshed(kept)))
      return kept.token
    },
    renew: async (id, refused) => {
      const kept = await read(id)
      if (!kept || kept.token !== refused) return kept?.token
      return settled(kept, true)
    },
    refreshEnding: async () => {
      for (const id of await endingTokens(database.sql, earlyMs, now())) {
        const kept = await read(id)
        if (kept && isFree(kept)) await refreshed(kept)
      }
    },
    forget: (id) => void cache.delete(id),
  }
}
