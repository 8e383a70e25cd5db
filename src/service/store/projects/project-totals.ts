import { sql as raw } from 'kysely'
import type { Queries } from '../database.ts'
import { containing, searchable } from '../like.ts'
import { rowsOf, type Scope } from '../rows.ts'
import type { ProjectState } from '../tables.ts'

export interface Counted {
  readonly name_search: string
  readonly state: ProjectState
}

const quickToCount = 1_000
/** After this many changes, a remembered total is saved again. */
const renewAfter = 500
/** Each organization keeps at least this many changes. Totals from before them are counted again. */
const keptChanges = 10_000

const one = (when: boolean) => (when ? 1 : 0)
const difference = (before: Counted | undefined, after: Counted, state: ProjectState) =>
  one(after.state === state) - one(before?.state === state)

/**
 * Counts a new, renamed or moved project. The caller has locked the organization, because changes must be numbered
 * in the order of their commits, and a lock taken only here could deadlock.
 */
export const countChange = async (sql: Queries, org: string, before: Counted | undefined, after: Counted) => {
  const { changes } = await sql
    .insertInto('project_total')
    .values({
      org,
      changes: 1,
      forgotten: 0,
      active: difference(before, after, 'Active'),
      completed: difference(before, after, 'Completed'),
      archived: difference(before, after, 'Archived'),
    })
    .onConflict((conflict) =>
      conflict.column('org').doUpdateSet({
        changes: raw`project_total.changes + 1`,
        active: raw`project_total.active + excluded.active`,
        completed: raw`project_total.completed + excluded.completed`,
        archived: raw`project_total.archived + excluded.archived`,
      }),
    )
    .returning('changes')
    .executeTakeFirstOrThrow()
  await sql
    .insertInto('project_change')
    .values({
      org,
      seq: changes,
      before_name: before?.name_search ?? null,
      before_state: before?.state ?? null,
      after_name: after.name_search,
      after_state: after.state,
    })
    .execute()
}

/** Of one state, or of all. */
export const totalOfState = async (scope: Scope, state: string | undefined): Promise<number> => {
  const row = await rowsOf(scope, 'project_total').executeTakeFirst()
  if (!row) return 0
  const totals: Record<string, number> = {
    Active: row.active,
    Completed: row.completed,
    Archived: row.archived,
  }
  return state === undefined ? row.active + row.completed + row.archived : (totals[state] ?? 0)
}

export interface Search {
  readonly name: string
  readonly state: string | undefined
}

const keyOf = ({ name, state }: Search) => `${state ?? ''}:${searchable(name)}`

const remember = (sql: Queries, org: string, search: Search, found: { total: number; changes: number }) =>
  sql
    .insertInto('project_search')
    .values({ org, search: keyOf(search), total: found.total, seen: found.changes })
    .onConflict((conflict) =>
      conflict
        .columns(['org', 'search'])
        .doUpdateSet({ total: found.total, seen: found.changes })
        .where('project_search.seen', '<', found.changes),
    )
    .execute()

/** The remembered total plus the changes since then. One statement, so that both come from one snapshot. */
const remembered = async (sql: Queries, org: string, search: Search) => {
  const fits = (when: 'before' | 'after') => {
    const state = search.state === undefined ? raw`` : raw`and ${raw.ref(`${when}_state`)} = ${search.state}`
    const name = raw`${raw.ref(`${when}_name`)} like ${containing(search.name)} escape '\\'`
    return raw`case when ${name} ${state} then 1 else 0 end`
  }
  const { rows } = await raw<{ total: number; added: number | null; seen: number; changes: number }>`
    select s.total, s.seen, t.changes, (
      select sum(${fits('after')} - ${fits('before')}) from project_change c
      where c.org = t.org and c.seq > s.seen
    ) as added
    from project_total t join project_search s on s.org = t.org
    where t.org = ${org} and s.search = ${keyOf(search)} and s.seen >= t.forgotten`.execute(sql)
  const [row] = rows
  return row && { total: row.total + (row.added ?? 0), seen: row.seen, changes: row.changes }
}

export interface Total {
  readonly total: number
  /** Counting stopped at `countTo`, so there are more. */
  readonly isMore: boolean
}

export const exactly = (total: number): Total => ({ total, isMore: false })

export interface Counting {
  /** Totals below this are not remembered: they are quick to count. */
  readonly rememberFrom?: number | undefined
  /** Stops counting here, because counting a million names takes long. */
  readonly countTo?: number | undefined
}

/**
 * Counts a search once and remembers the total with the number of the last change. Later calls add the changes
 * since then. `count` is an expression, so that the count and the number come from one snapshot.
 */
export const totalOfSearch = async (
  sql: Queries,
  org: string,
  search: Search,
  count: (most: number | undefined) => ReturnType<typeof raw<number>>,
  { rememberFrom = quickToCount, countTo }: Counting = {},
): Promise<Total> => {
  const known = await remembered(sql, org, search)
  if (known) {
    if (known.changes - known.seen > renewAfter) await remember(sql, org, search, known)
    return exactly(known.total)
  }
  const counted = count(countTo === undefined ? undefined : countTo + 1)
  const { rows } = await raw<{ total: number; changes: number | null }>`
    select ${counted} as total, (select changes from project_total where org = ${org}) as changes`.execute(
    sql,
  )
  const total = rows[0]?.total ?? 0
  if (countTo !== undefined && total > countTo) return { total: countTo, isMore: true }
  if (total >= rememberFrom) await remember(sql, org, search, { total, changes: rows[0]?.changes ?? 0 })
  return exactly(total)
}

/** Deletes old changes, and the totals that need them. */
export const pruneChanges = async (sql: Queries, _before: number, limit: number, kept = keptChanges) => {
  // Mark first, then delete: totals that need deleted changes must not be used anymore.
  await sql
    .updateTable('project_total')
    .set({ forgotten: raw`changes - ${kept}` })
    .where(raw<boolean>`changes - forgotten > ${2 * kept}`)
    .execute()
  await raw`delete from project_search where exists (
    select 1 from project_total t where t.org = project_search.org and project_search.seen < t.forgotten
  )`.execute(sql)
  const { numAffectedRows } = await raw`delete from project_change where (org, seq) in (
    select c.org, c.seq from project_change c join project_total t on t.org = c.org
    where c.seq <= t.forgotten limit ${limit})`.execute(sql)
  return Number(numAffectedRows ?? 0n)
}
