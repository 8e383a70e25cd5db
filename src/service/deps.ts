import type { Log } from '../log.ts'
import type { Cost } from './passwords.ts'
import type { Database, Tx } from './store/database.ts'
import type { Scope } from './store/rows.ts'
import type { Lanes } from '../lanes/lanes.ts'
import { isoDate, type IsoDate } from '../contract/dates.ts'

export const linksFrom = (publicUrl: string) => ({
  internal: (projectUuid: string) => `${publicUrl}/projects/${projectUuid}`,
  portal: (projectUuid: string) => `${publicUrl}/portal/projects/${projectUuid}`,
  enter: (token: string) => `${publicUrl}/enter/${token}`,
})
type Links = ReturnType<typeof linksFrom>

export interface Call {
  readonly org: string
  readonly isWrite: boolean
  /** On the pages: the person, who has a limit of their own. It is no call of the organization. */
  readonly person?: string
}

/** Counts a call. Throws 429 when the minute's or the month's limit is used up. */
export type Meter = (call: Call) => Promise<void>

/** All that the service's functions depend on. They read no clock, environment variable or global of their own. */
export interface Deps {
  readonly database: Database
  readonly lanes: Lanes
  readonly now: () => number
  readonly newUuid: () => string
  readonly links: Links
  readonly legacyIds: boolean
  readonly monthlyQuota: number
  readonly privateHooks: boolean
  readonly passwordCost: Cost
  readonly meter: Meter
  readonly log: Log
}

interface Who {
  readonly org: string
  /** In `/v1` that is the key's user. */
  readonly personUuid: string
  /** The request carries the organization's API key. */
  readonly byKey?: true
}

/** Who acts, on the rows of their organization. */
export interface Acting extends Scope, Who {
  readonly deps: Deps
}

export const actingAs = (deps: Deps, who: Who): Acting => ({ ...who, deps, sql: deps.database.sql })

/** Who acts in a transaction. */
export interface ActingTx extends Acting {
  readonly tx: Tx
}

export const inTransaction = <R>(acting: Acting, work: (acting: ActingTx) => Promise<R>): Promise<R> =>
  acting.deps.database.transaction((tx) => work({ ...acting, tx, sql: tx.sql }))

export const today = (deps: Pick<Deps, 'now'>): IsoDate => isoDate(deps.now())
