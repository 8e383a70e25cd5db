import { type Expression, type SqlBool, sql as raw } from 'kysely'
import type { Queries } from '../database.ts'
import { containing, type Page } from '../like.ts'
import { none, type Progress, progressOfProjects } from './progress.ts'
import { countChange, totalOfSearch, totalOfState } from './project-totals.ts'
import { rareParts } from './rare-parts.ts'
import type { ProjectRow } from '../rows.ts'

/** A project as lists, events and pages show it. */
export interface ProjectRecord extends ProjectRow {
  readonly account_id: number
  readonly account_name: string
  readonly account_logo: string | null
  readonly owner_id: number
  readonly owner_email: string
  readonly owner_first: string
  readonly owner_last: string
  readonly progress: Progress
}

const records = (sql: Queries, org: string) =>
  sql
    .selectFrom('project')
    .innerJoin('account', 'account.uuid', 'project.account_uuid')
    .innerJoin('person as owner', 'owner.uuid', 'project.owner_uuid')
    .where('project.org', '=', org)
    .selectAll('project')
    .select([
      'account.id as account_id',
      'account.name as account_name',
      'account.logo_path as account_logo',
      'owner.id as owner_id',
      'owner.email as owner_email',
      'owner.first_name as owner_first',
      'owner.last_name as owner_last',
    ])

const withProgress = async (
  sql: Queries,
  org: string,
  today: string,
  rows: readonly Omit<ProjectRecord, 'progress'>[],
): Promise<ProjectRecord[]> => {
  const uuids = rows.map(({ uuid }) => uuid)
  const progress = await progressOfProjects(sql, org, uuids, today)
  return rows.map((row) => ({ ...row, progress: progress.get(row.uuid) ?? none }))
}

export const findProject = async (
  sql: Queries,
  org: string,
  uuid: string,
  today: string,
): Promise<ProjectRecord | undefined> => {
  const rows = await records(sql, org).where('project.uuid', '=', uuid.toLowerCase()).execute()
  return (await withProgress(sql, org, today, rows))[0]
}

export interface ProjectFilter extends Page {
  readonly externalId?: string | undefined
  readonly name?: string | undefined
  readonly state?: string | undefined
  readonly accountUuid?: string | undefined
}

/**
 * The trigram index reads the list of each trigram of a pattern, and those of words that all names share are
 * long. So it is asked for the rare words alone; what it finds is compared with the whole pattern, behind an
 * expression that no index is on.
 */
const nameFilters = async (sql: Queries, org: string, name: string): Promise<Expression<SqlBool>[]> => {
  const like = (text: string) => raw<SqlBool>`project.name_search like ${containing(text)} escape '\\'`
  const rare = await rareParts(sql, org, name)
  if (!rare) return [like(name)]
  return [...rare.map(like), raw<SqlBool>`(project.name_search || '') like ${containing(name)} escape '\\'`]
}

const filters = async (sql: Queries, org: string, filter: ProjectFilter) => {
  const all: Expression<SqlBool>[] = []
  if (filter.name !== undefined) all.push(...(await nameFilters(sql, org, filter.name)))
  if (filter.state !== undefined) all.push(raw<SqlBool>`project.state = ${filter.state}`)
  if (filter.accountUuid !== undefined) all.push(raw<SqlBool>`project.account_uuid = ${filter.accountUuid}`)
  if (filter.externalId !== undefined) {
    const linked = sql
      .selectFrom('external_link')
      .select('project_uuid')
      .where('org', '=', org)
      .where('external_id', '=', filter.externalId)
    all.push(raw<SqlBool>`project.uuid in ${linked}`)
  }
  return all
}

const totalOf = async (
  sql: Queries,
  org: string,
  { name, state, externalId, accountUuid }: ProjectFilter,
  conditions: Expression<SqlBool>[],
  rememberFrom: number | undefined,
) => {
  const counting = sql
    .selectFrom('project')
    .where('org', '=', org)
    .where((eb) => eb.and(conditions))
    .select(({ fn }) => fn.countAll<number>().as('total'))
  if (externalId !== undefined || accountUuid !== undefined)
    return (await counting.executeTakeFirstOrThrow()).total
  if (name === undefined) return totalOfState(sql, org, state)
  return totalOfSearch(sql, org, { name, state }, () => raw<number>`${counting}`, rememberFrom)
}

/**
 * Fewer rows are not asked for: for one row of many possible ones the planner would rather read the whole
 * table backwards than ask the index, and for few the total is known without a count.
 */
const fewest = 50

/** Newest first: what people look for is what was made last. */
export const listProjects = async (
  sql: Queries,
  org: string,
  today: string,
  filter: ProjectFilter,
  rememberFrom?: number,
): Promise<{ projects: ProjectRecord[]; total: number }> => {
  const conditions = await filters(sql, org, filter)
  const asked = Math.max(filter.limit, fewest)
  const rows = await records(sql, org)
    .where((eb) => eb.and(conditions))
    .orderBy('project.id', 'desc')
    .limit(asked)
    .offset(filter.offset)
    .execute()
  // A page that is neither full nor past the end says the total itself.
  const isLast = rows.length < asked && (rows.length > 0 || filter.offset === 0)
  const total = isLast
    ? filter.offset + rows.length
    : await totalOf(sql, org, filter, conditions, rememberFrom)
  return { projects: await withProgress(sql, org, today, rows.slice(0, filter.limit)), total }
}

/**
 * Takes the project's row until the transaction ends, so that changes of one project follow each other, and
 * counts the change. False when there is no such project.
 */
export const touchProject = async (sql: Queries, org: string, uuid: string): Promise<boolean> => {
  const { numUpdatedRows } = await sql
    .updateTable('project')
    .set(({ eb }) => ({ version: eb('version', '+', 1) }))
    .where('org', '=', org)
    .where('uuid', '=', uuid.toLowerCase())
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Holds the organization until the transaction ends, in words that both engines have. */
const holdForCount = (sql: Queries, org: string) =>
  sql
    .updateTable('organization')
    .set((eb) => ({ name: eb.ref('name') }))
    .where('uuid', '=', org)
    .execute()

/** Of a project that `touchProject` holds. */
export const updateProject = async (
  sql: Queries,
  org: string,
  uuid: string,
  changed: Partial<Omit<ProjectRow, 'id' | 'uuid' | 'org'>>,
): Promise<void> => {
  const before = await sql
    .selectFrom('project')
    .select(['name_search', 'state'])
    .where('org', '=', org)
    .where('uuid', '=', uuid)
    .executeTakeFirst()
  if (!before) return
  await holdForCount(sql, org)
  await sql.updateTable('project').set(changed).where('org', '=', org).where('uuid', '=', uuid).execute()
  const { name_search = before.name_search, state = before.state } = changed
  if (name_search === before.name_search && state === before.state) return
  await countChange(sql, org, before, { name_search, state })
}

export const versionOf = async (sql: Queries, org: string, uuid: string): Promise<number | undefined> => {
  const row = await sql
    .selectFrom('project')
    .select('version')
    .where('org', '=', org)
    .where('uuid', '=', uuid.toLowerCase())
    .executeTakeFirst()
  return row?.version
}
