import { randomUUID } from 'node:crypto'
import type { Log } from '../log.ts'
import type { Database, Tx } from './store/database.ts'
import type { Scope } from './store/rows.ts'
import type { Lanes } from '../lanes/lanes.ts'
import { isoDate } from '../contract/dates.ts'

/** The vendor's page of a project, and the customer's, which shows nothing internal. */
export interface Links {
  readonly internal: (projectUuid: string) => string
  readonly portal: (projectUuid: string) => string
  /** Signs in once. */
  readonly enter: (token: string) => string
}

export const linksFrom = (publicUrl: string): Links => ({
  internal: (uuid) => `${publicUrl}/projects/${uuid}`,
  portal: (uuid) => `${publicUrl}/portal/projects/${uuid}`,
  enter: (token) => `${publicUrl}/enter/${token}`,
})

/** Counts a call of an organization; throws 429 when the month or the minute is used up. */
export type Meter = (call: { readonly org: string; readonly isWrite: boolean }) => Promise<void>

/** Nothing below reads a clock, an environment variable or a global. */
export interface Deps {
  readonly database: Database
  readonly lanes: Lanes
  readonly now: () => number
  readonly newUuid: () => string
  /** Event times never repeat: receivers tell deliveries apart by them. */
  readonly stamp: () => number
  readonly links: Links
  readonly legacyIds: boolean
  readonly monthlyQuota: number
  readonly privateHooks: boolean
  readonly meter: Meter
  /** Search totals of at least this many matches are remembered; the store has a default. */
  readonly rememberFrom?: number | undefined
  readonly log: Log
}

/** A person of an organization. In `/v1` it is the user of the key. */
export interface Actor {
  readonly org: string
  readonly personUuid: string
}

export const scopeOf = ({ database }: Pick<Deps, 'database'>, { org }: Actor): Scope => ({
  sql: database.sql,
  org,
})

/** An actor's transaction. */
export interface Doing extends Scope {
  readonly deps: Deps
  readonly actor: Actor
  readonly tx: Tx
}

export const doing = <R>(deps: Deps, actor: Actor, work: (doing: Doing) => Promise<R>): Promise<R> =>
  deps.database.transaction((tx) => work({ deps, actor, tx, sql: tx.sql, org: actor.org }))

/** A clock that grows by at least one millisecond a call. */
export const strictly = (now: () => number): (() => number) => {
  let last = 0
  return () => (last = Math.max(now(), last + 1))
}

export const defaultUuid = (): string => randomUUID()

export const today = (deps: Pick<Deps, 'now'>): string => isoDate(deps.now())
