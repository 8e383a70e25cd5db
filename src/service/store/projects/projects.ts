import { type Expression, type SqlBool, sql as raw } from 'kysely'
import type { Engine } from '../../../database/engine.ts'
import { happened } from '../../../database/happened.ts'
import { lockOrganization } from '../people/organizations.ts'
import { fullName } from '../people/people.ts'
import { containing, type Page } from '../like.ts'
import { changeRow, findRow, type ProjectRow, type Scope, tableOf, totalOf } from '../rows.ts'
import { none, type Progress, progressOfProjects } from './progress.ts'
import {
  countChange,
  type Counting,
  exactly,
  type Total,
  totalOfSearch,
  totalOfState,
} from './project-totals.ts'
import { rareParts } from './rare-parts.ts'

export interface ProjectRecord extends ProjectRow {
  readonly account_id: number
  readonly account_name: string
  readonly account_logo: string | null
  readonly owner_id: number
  readonly owner_email: string
  readonly owner_name: string
  readonly progress: Progress
}

const joined = ({ sql, org }: Scope) =>
  sql
    .selectFrom('project')
    .innerJoin('account', 'account.uuid', 'project.account_uuid')
    .innerJoin('person as owner', 'owner.uuid', 'project.owner_uuid')
    .where('project.org', '=', org)
    .selectAll('project')
    .select(['account.id as account_id', 'account.name as account_name', 'account.logo_path as account_logo'])
    .select(['owner.id as owner_id', 'owner.email as owner_email', 'owner.first_name', 'owner.last_name'])

type Joined = Awaited<ReturnType<ReturnType<typeof joined>['execute']>>

const records = async (scope: Scope, today: string, rows: Joined): Promise<ProjectRecord[]> => {
  const uuids = rows.map(({ uuid }) => uuid)
  const progress = await progressOfProjects(scope, uuids, today)
  return rows.map(({ first_name, last_name, ...row }) => ({
    ...row,
    owner_name: fullName({ first_name, last_name }),
    progress: progress.get(row.uuid) ?? none,
  }))
}

export const findProject = async (scope: Scope, uuid: string, today: string) => {
  const rows = await joined(scope).where('project.uuid', '=', uuid.toLowerCase()).execute()
  return (await records(scope, today, rows))[0]
}

export interface ProjectFilter extends Page {
  readonly externalId?: string | undefined
  readonly name?: string | undefined
  readonly state?: string | undefined
  readonly accountUuid?: string | undefined
}

/**
 * Asks the trigram index for rare words only, because a common trigram has a long list of rows. The whole name is
 * compared in an expression that no index covers.
 */
const nameFilters = async (scope: Scope, name: string): Promise<Expression<SqlBool>[]> => {
  const like = (text: string) => raw<SqlBool>`project.name_search like ${containing(text)} escape '\\'`
  const rare = await rareParts(scope, name)
  if (!rare) return [like(name)]
  return [...rare.map(like), raw<SqlBool>`(project.name_search || '') like ${containing(name)} escape '\\'`]
}

const filters = async (scope: Scope, filter: ProjectFilter) => {
  const all: Expression<SqlBool>[] = []
  if (filter.name !== undefined) all.push(...(await nameFilters(scope, filter.name)))
  if (filter.state !== undefined) all.push(raw<SqlBool>`project.state = ${filter.state}`)
  if (filter.accountUuid !== undefined) all.push(raw<SqlBool>`project.account_uuid = ${filter.accountUuid}`)
  if (filter.externalId !== undefined) {
    const links = tableOf(scope, 'external_link').where('external_id', '=', filter.externalId)
    all.push(raw<SqlBool>`project.uuid in ${links.select('project_uuid')}`)
  }
  return all
}

const totalFor = async (
  scope: Scope,
  { name, state, externalId, accountUuid }: ProjectFilter,
  conditions: Expression<SqlBool>[],
  counting: Counting | undefined,
): Promise<Total> => {
  const found = tableOf(scope, 'project').where((eb) => eb.and(conditions))
  if (externalId !== undefined || accountUuid !== undefined) return exactly(await totalOf(found))
  if (name === undefined) return exactly(await totalOfState(scope, state))
  const count = (most: number | undefined) => {
    const rows = found.select('project.id')
    return raw<number>`(select count(*) from ${most === undefined ? rows : rows.limit(most)} as found)`
  }
  return totalOfSearch(scope.sql, scope.org, { name, state }, count, counting)
}

/** Reads at least this many rows: to find just one, PostgreSQL would scan the whole table backwards. */
const fewest = 50

/** Newest first. */
export const projectsOnPage = async (
  scope: Scope,
  today: string,
  filter: ProjectFilter,
  counting?: Counting,
): Promise<Total & { projects: ProjectRecord[] }> => {
  const conditions = await filters(scope, filter)
  const asked = Math.max(filter.limit, fewest)
  // Rows that are skipped aren't joined: their ids are in an index.
  const page = tableOf(scope, 'project')
    .select('id')
    .where((eb) => eb.and(conditions))
    .orderBy('id', 'desc')
    .limit(asked)
    .offset(filter.offset)
  const rows = await joined(scope).where('project.id', 'in', page).orderBy('project.id', 'desc').execute()
  // A page that is not full, and not past the end, needs no count.
  const isLast = rows.length < asked && (rows.length > 0 || filter.offset === 0)
  const total = isLast
    ? exactly(filter.offset + rows.length)
    : await totalFor(scope, filter, conditions, counting)
  return { projects: await records(scope, today, rows.slice(0, filter.limit)), ...total }
}

/** Locks the project until the transaction ends, and raises its version. False when it does not exist. */
export const lockProject = ({ sql, org }: Scope, uuid: string): Promise<boolean> =>
  happened(
    sql
      .updateTable('project')
      .set(({ eb }) => ({ version: eb('version', '+', 1) }))
      .where('org', '=', org)
      .where('uuid', '=', uuid.toLowerCase()),
  )

/** Locks the organization, in which projects are counted. The caller has locked the project with `lockProject`. */
export const updateProject = async (
  scope: Scope,
  engine: Engine,
  uuid: string,
  changed: Partial<Omit<ProjectRow, 'id' | 'uuid' | 'org'>>,
) => {
  const before = await findRow(scope, 'project', uuid)
  if (!before) return
  await lockOrganization(scope, engine)
  await changeRow(scope, 'project', uuid, changed)
  const { name_search = before.name_search, state = before.state } = changed
  if (name_search === before.name_search && state === before.state) return
  await countChange(scope.sql, scope.org, before, { name_search, state })
}

export const versionOf = async (scope: Scope, uuid: string): Promise<number | undefined> =>
  (await findRow(scope, 'project', uuid))?.version
