import { randomUUID } from 'node:crypto'
import type { Log } from '../log.ts'
import type { Database, Tx } from './store/database.ts'
import type { Scope } from './store/rows.ts'
import type { Lanes } from '../lanes/lanes.ts'
import { isoDate } from '../contract/dates.ts'

/** Where people open a project: the vendor's page, and the customer's, which shows nothing internal. */
export interface Links {
  readonly internal: (projectUuid: string) => string
  readonly portal: (projectUuid: string) => string
}

export const linksFrom = (publicUrl: string): Links => ({
  internal: (uuid) => `${publicUrl}/projects/${uuid}`,
  portal: (uuid) => `${publicUrl}/portal/projects/${uuid}`,
})

/** What the service's parts are given: nothing below reads a clock, a variable or a global. */
export interface Deps {
  readonly database: Database
  readonly lanes: Lanes
  readonly now: () => number
  readonly newUuid: () => string
  /** Times of events: never the same twice, since receivers tell deliveries apart by them. */
  readonly stamp: () => number
  readonly links: Links
  readonly legacyIds: boolean
  readonly monthlyQuota: number
  readonly privateHooks: boolean
  /** Totals of searches from so many matches on are remembered; undefined: the store's own choice. */
  readonly rememberFrom?: number | undefined
  readonly log: Log
}

/** Who does something: an organization's person. For `/v1` it is the key's own user. */
export interface Actor {
  readonly org: string
  readonly personUuid: string
}

/** What an organization's person may read. */
export const scopeOf = ({ database }: Pick<Deps, 'database'>, { org }: Actor): Scope => ({
  sql: database.sql,
  org,
})

/** Somebody does something, in one transaction. */
export interface Doing extends Scope {
  readonly deps: Deps
  readonly actor: Actor
  readonly tx: Tx
}

export const doing = <R>(deps: Deps, actor: Actor, work: (doing: Doing) => Promise<R>): Promise<R> =>
  deps.database.transaction((tx) => work({ deps, actor, tx, sql: tx.sql, org: actor.org }))

/** Grows by at least one millisecond a call, whatever the clock does. */
export const strictly = (now: () => number): (() => number) => {
  let last = 0
  return () => (last = Math.max(now(), last + 1))
}

export const defaultUuid = (): string => randomUUID()

export const today = (deps: Pick<Deps, 'now'>): string => isoDate(deps.now())
