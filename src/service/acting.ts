import { ApiProblem } from '../contract/problem.ts'
import type { Log } from '../log.ts'
import type { Cost } from './passwords.ts'
import type { PasswordTurns } from './password-turns.ts'
import type { Database, Tx } from './store/database.ts'
import type { Scope, PersonRow } from './store/rows.ts'
import type { Lanes } from '../lanes/lanes.ts'
import { isoDate, type IsoDate } from '../contract/dates.ts'
import { lockOrganization } from './store/organizations.ts'
import { findPerson } from './store/people.ts'
import { chargeStored } from './stored-bytes.ts'

/** 400: the request refers to something that does not exist. */
export const unresolved = (message: string): ApiProblem =>
  new ApiProblem('unresolved', message, { status: 400 })

export const invalid = (field: string, message: string): ApiProblem =>
  new ApiProblem('invalid', 'Validation failed.', { status: 422, fields: [{ field, message }] })

/** 404, also for what somebody can't see: `visible.ts` decides that. */
export const notFound = (what: string): ApiProblem =>
  new ApiProblem('not-found', `${what} not found.`, { status: 404 })

/** 403, in the envelope. */
export const notAllowed = (message: string): ApiProblem =>
  new ApiProblem('unexpected', message, { status: 403 })

export const linksFrom = (publicUrl: string) => ({
  internal: (projectUuid: string) => `${publicUrl}/projects/${projectUuid}`,
  portal: (projectUuid: string) => `${publicUrl}/portal/projects/${projectUuid}`,
  enter: (token: string) => `${publicUrl}/enter/${token}`,
  page: (path: string) => `${publicUrl}${path}`,
})
type Links = ReturnType<typeof linksFrom>

export interface Call {
  readonly org: string
  readonly isWrite: boolean
  /** The person, for a call of the pages. It counts against the person's limit instead of the organization's. */
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
  /** What an organization may store in a day. */
  readonly megabytesPerDay: number
  readonly onOverStored: () => void
  readonly privateHooks: boolean
  readonly passwordCost: Cost
  readonly passwordTurns: PasswordTurns
  readonly meter: Meter
  readonly log: Log
}

interface Who {
  readonly org: string
  /** In `/v1`, the user of the key. */
  readonly personUuid: string
  readonly byKey?: true
}

/** Who acts, on the rows of their organization. */
export interface Acting extends Scope, Who {
  readonly deps: Deps
}

export const actingAs = (deps: Deps, who: Who): Acting => ({ ...who, deps, sql: deps.database.sql })

export interface ActingTx extends Acting {
  readonly tx: Tx
  readonly stored: { bytes: number }
}

export const inTransaction = <R>(acting: Acting, work: (acting: ActingTx) => Promise<R>): Promise<R> =>
  acting.deps.database.transaction(async (tx) => {
    const within: ActingTx = { ...acting, tx, sql: tx.sql, stored: { bytes: 0 } }
    const result = await work(within)
    await chargeStored(within)
    return result
  })

export const today = (deps: Pick<Deps, 'now'>): IsoDate => isoDate(deps.now())

export const isCustomer = (person: PersonRow): boolean => person.account_uuid !== null

export const actingPerson = async (acting: Acting): Promise<PersonRow> => {
  const person = await findPerson(acting, acting.personUuid)
  if (!person) throw notFound('User')
  return person
}

export const onlyInternal = (person: PersonRow): void => {
  if (isCustomer(person)) throw notAllowed("Only the vendor's team can do this.")
}

/** A deactivated admin counts as none. `asAdmin` asks under the lock, so of two who deactivate each other, one stays. */
export const isAdmin = (person: PersonRow): boolean =>
  person.role === 'Vendor Admin' && person.is_active === 1

export const onlyAdmin = (person: PersonRow): void => {
  if (!isAdmin(person)) throw notAllowed('Only a Vendor Admin can do this.')
}

/** A Vendor Admin's change. `note` adds whom or what it is about to its line in the log: uuids, and no secret. */
export interface AdminTx extends ActingTx {
  readonly note: (facts: Readonly<Record<string, string | undefined>>) => void
}

/** Runs a Vendor Admin's change, and logs it as `did`. An organization's changes run one at a time. */
export const asAdmin = <R>(acting: Acting, did: string, work: (acting: AdminTx) => Promise<R>): Promise<R> =>
  inTransaction(acting, async (acting) => {
    const { deps, personUuid: by, tx } = acting
    await lockOrganization(acting, deps.database.engine)
    onlyAdmin(await actingPerson(acting))
    const noted: Record<string, string | undefined> = { by }
    const result = await work({ ...acting, note: (facts) => void Object.assign(noted, facts) })
    tx.afterCommit(() => deps.log.info(noted, did))
    return result
  })

interface Authored {
  readonly created_by: string
}

export const mayDelete = (person: PersonRow, message: Authored): boolean =>
  person.uuid === message.created_by || isAdmin(person) || person.role === 'API User'

/** On the pages, people edit only what they wrote. Programs with the organization's key edit what they may delete. */
export const mayEdit = (person: PersonRow, message: Authored, byKey = false): boolean =>
  person.uuid === message.created_by || (byKey && mayDelete(person, message))
