import type { OnboardingApi, OnCall } from '../../contract/api.ts'
import type { BotToken } from '../slack/client.ts'
import { SlackProblem } from '../slack/problem.ts'
import { LRUCache } from 'lru-cache'
import { hashOf } from '../../contract/text.ts'
import type { Database } from '../../database/database.ts'
import { unlessUnreadable, unreadableWords, type Vault } from './vault.ts'
import { type OpenConnection, openConnection } from './store/connections.ts'
import {
  activeInstallations,
  findInstallation,
  installationAt,
  installationsAtTracker,
  installationsOn,
  type Installation as Row,
  readToken,
} from './store/installations.ts'
import type { InstallationTables } from '../store/installation-tables.ts'

/** This node makes no calls while the monthly quota is used up. */
export interface QuotaStop {
  /** Since when, in ms. Undefined while calls go through. */
  reachedAt(): number | undefined
  resume(): void
}

/** An account at a tracker. Installations that share one share its pace, quota, caches and hooks. */
export interface TrackerAccount {
  readonly id: number
  /** Part of a hook subscription's key: the same hook on two trackers is two subscriptions. */
  readonly url: string
  readonly api: OnboardingApi
  /** `onCall` hears how each call ended. An answer from the cache is no call, and says nothing about the tracker. */
  readonly watch: (onCall: OnCall) => void
  /** Rejects while the tracker does not answer, without using the quota. Default: a call to the API. */
  readonly reach?: (() => Promise<unknown>) | undefined
  readonly quota?: QuotaStop | undefined
  /** The ms until work that can wait may write, by the work's key. Default: at once. */
  readonly place?: ((key: string) => number) | undefined
  /** Adds a cache. */
  readonly cached?: ((api: OnboardingApi) => OnboardingApi) | undefined
  /** The last segment of the hook URL. */
  readonly hookSecret: string
  /** The API key's own user, if configured. Otherwise learned from the first comment. */
  readonly apiUserUuid: string | undefined
  /** Undefined: no external links are created. */
  readonly integrationUuid: string | undefined
}

/** The app in a workspace, or in a whole Enterprise Grid organization. */
export interface Installation {
  readonly id: number
  readonly botToken: BotToken
  /** Undefined until an admin has connected the tracker. */
  readonly tracker: TrackerAccount | undefined
}

export interface Team {
  readonly team: string | undefined
  readonly enterprise: string | undefined
}

/** Finds what is installed. */
export interface Directory {
  /** Undefined if it is not installed anymore, or paused. `orPaused`: a paused one counts. */
  readonly byId: (id: number, orPaused?: boolean) => Promise<Installation | undefined>
  readonly idOf: (team: Team, orPaused?: boolean) => Promise<number | undefined>
  /** The tracker account whose hook secret has this hash, and the installations that use it. */
  readonly byHook: (
    hash: string,
  ) => Promise<{ tracker: TrackerAccount; installations: readonly number[] } | undefined>
  readonly trackerById: (id: number) => Promise<TrackerAccount | undefined>
  /** The installations that use the tracker at this address, with any key. */
  readonly onTracker: (url: string) => Promise<readonly number[]>
  readonly ids: () => Promise<readonly number[]>
}

interface OpenedTracker
  extends AsyncDisposable, Pick<TrackerAccount, 'api' | 'watch' | 'quota' | 'place' | 'cached'> {
  readonly reach: () => Promise<unknown>
}
export type OpenTracker = (access: {
  /** Undefined while it is only tried: then its limits are not shared. */
  readonly id: number | undefined
  readonly baseUrl: string
  readonly apiKey: string
}) => OpenedTracker

interface Stored {
  readonly database: Database<InstallationTables>
  readonly vault: Vault
  readonly openTracker: OpenTracker
  /** What the environment names: the tracker of `default`. */
  readonly own: TrackerAccount | undefined
  /** Measures durations in ms. */
  readonly ticks: () => number
}

/** Other nodes change rows too. */
const freshMs = 5_000
const mostCached = 2_000

const counts = ({ state }: Row, orPaused: boolean): boolean =>
  state === 'active' || (orPaused && state === 'paused')

/** A value stays the same object until something has changed. */
export const storedDirectory = ({ database, vault, openTracker, own, ticks }: Stored) => {
  const { sql } = database
  // Of each installation: its row, token, team, tracker, hook, and who shares the tracker.
  const fresh = new LRUCache<string, Promise<unknown>>({
    max: 6 * mostCached,
    ttl: freshMs,
    perf: { now: ticks },
  })
  const installations = new LRUCache<number, Installation>({ max: mostCached })
  const accounts = new LRUCache<number, { facts: string; account: TrackerAccount; opened: OpenedTracker }>({
    max: mostCached,
    dispose: ({ opened }) => void opened[Symbol.asyncDispose](),
  })

  const cached = <R>(key: string, read: () => Promise<R>): Promise<R> => {
    const recent = fresh.get(key) as Promise<R> | undefined
    if (recent) return recent
    const reading = read()
    fresh.set(key, reading)
    const forget = () => void fresh.delete(key)
    // What isn't there may be installed on another node at any moment.
    void reading.then((found) => (found === undefined ? forget() : undefined), forget)
    return reading
  }

  const tokenOf = (id: number): BotToken => {
    const read = async () => {
      const token = await readToken(sql, vault, id).catch((error: unknown) => {
        throw new SlackProblem('account', 'token_unreadable', unreadableWords(error))
      })
      if (token === undefined) throw new SlackProblem('account', 'token_revoked', 'the app was uninstalled')
      return token
    }
    return () => cached(`token ${id}`, read)
  }

  const accountOf = (row: OpenConnection | undefined): TrackerAccount | undefined => {
    if (!row || row.baseUrl === null) return undefined
    const { id, baseUrl, apiUserUuid, integrationUuid, apiKey, hookSecret } = row
    const facts = JSON.stringify([baseUrl, apiUserUuid, integrationUuid, apiKey, hookSecret])
    const current = accounts.get(id)
    if (current?.facts === facts) return current.account
    const opened = openTracker({ id, baseUrl, apiKey })
    const account = {
      ...opened,
      id,
      url: baseUrl,
      hookSecret,
      apiUserUuid: apiUserUuid ?? undefined,
      integrationUuid: integrationUuid ?? undefined,
    }
    accounts.set(id, { facts, account, opened })
    return account
  }
  const trackerById = async (id: number) =>
    id === own?.id
      ? own
      : cached(`tracker ${id}`, async () => accountOf(await openConnection(sql, vault, { id })))

  /** Between its token in the environment and its install by OAuth, the events of `default` wait. */
  const atOwn = async (tracker: TrackerAccount) => {
    const row = await findInstallation(sql, tracker.id)
    if (!row || row.teamId === '' || row.connectionId !== tracker.id) return undefined
    return { tracker, installations: row.state === 'leaving' ? [] : [row.id] }
  }

  const installation = async ({ id, connectionId }: Row): Promise<Installation> => {
    // A tracker whose encryption key is lost counts as none, so that an admin can connect it again.
    const tracker =
      connectionId === null ? undefined : await trackerById(connectionId).catch(unlessUnreadable)
    const current = installations.get(id)
    if (current && current.tracker === tracker) return current
    const made = { id, botToken: tokenOf(id), tracker }
    installations.set(id, made)
    return made
  }

  const directory: Directory = {
    byId: (id, orPaused = false) =>
      cached(`installation ${id} ${orPaused}`, async () => {
        const row = await findInstallation(sql, id)
        return row && counts(row, orPaused) && row.installedAt !== null ? installation(row) : undefined
      }),
    idOf: ({ team = '', enterprise = '' }, orPaused = false) =>
      cached(`team ${team} ${enterprise} ${orPaused}`, async () => {
        const row = await installationAt(sql, { teamId: team, enterpriseId: enterprise })
        return row && counts(row, orPaused) ? row.id : undefined
      }),
    byHook: (hash) =>
      cached(`hook ${hash}`, async () => {
        if (own && hash === hashOf(own.hookSecret)) return atOwn(own)
        const tracker = accountOf(await openConnection(sql, vault, { hash }))
        // The tracker was just read, so it isn't read again by its id.
        if (tracker) fresh.set(`tracker ${tracker.id}`, Promise.resolve(tracker))
        return tracker && { tracker, installations: await installationsOn(sql, tracker.id) }
      }),
    trackerById,
    onTracker: (url) =>
      cached(`at ${url}`, async () => [
        ...(own?.url === url ? await installationsOn(sql, own.id) : []),
        ...(await installationsAtTracker(sql, url)),
      ]),
    ids: () => cached('ids', () => activeInstallations(sql)),
  }
  return {
    ...directory,
    /** Call it when an installation, or its tracker, has changed. */
    changed: (id: number): void => {
      fresh.clear()
      installations.delete(id)
    },
    [Symbol.asyncDispose]: async () => {
      await Promise.all([...accounts.values()].map(({ opened }) => opened[Symbol.asyncDispose]()))
    },
  }
}
