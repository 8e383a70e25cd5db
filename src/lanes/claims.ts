import { sql, type Expression, type RawBuilder } from 'kysely'
import { engineOf, type Engine } from '../database/engine.ts'
import type { Given } from '../database/statement.ts'
import type { LaneRow, Named, Run } from './statements.ts'
import { statement } from './tables.ts'

/** In ms, for clocks that differ. A time further in the future was written before a clock was set back. */
const clockSlack = 60_000

export interface Turn {
  readonly installation: number
  readonly limit: number
}

interface Due {
  readonly kind: string
  readonly now: number
  readonly leaseMs: number
  /** These lanes, or any due lanes of these installations. */
  readonly from: { readonly lanes: readonly string[] } | { readonly turns: readonly Turn[] }
  /** Lanes that return from a wait have the latest `run_at`. Always earliest first, they would always come last. */
  readonly latestFirst: boolean
}

export type Claimed = Pick<LaneRow, 'lane' | 'token' | 'attempts'>

/** What is free and due. A lease that ends after `latest` is from before the clock was set back. */
interface At {
  kind: string
  now: number
  latest: number
}

const atOf = ({ kind, now, leaseMs }: Pick<Due, 'kind' | 'now' | 'leaseMs'>): At => ({
  kind,
  now,
  latest: now + leaseMs + clockSlack,
})

/** Values, or what stands for them. */
type Sql<Values> = { readonly [Name in keyof Values]: Values[Name] | Expression<Values[Name]> }

const isDue = ({ kind, now, latest }: Sql<At>) => sql`
  kind = ${kind} and pending > 0 and run_at <= ${now} and (lease_until <= ${now} or lease_until > ${latest})`

type Claim = At & { leaseUntil: number; limit: number }

const pick = (
  claim: Sql<Claim>,
  where: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
  engine: Engine,
) => sql`
  select * from (
    select lane from lane where ${isDue(claim)} and ${where}
    order by run_at ${order} limit ${claim.limit}${sql.raw(engine.skipLocked)}) as picked`

const take = (picked: RawBuilder<unknown>, { leaseUntil }: Pick<Sql<Claim>, 'leaseUntil'>) => sql<Claimed>`
  with due(name) as materialized (${picked})
  update lane set token = token + 1, lease_until = ${leaseUntil},
    attempts = attempts + case when lease_until > 0 then 1 else 0 end
  from due where lane.lane = due.name
  returning lane.lane as lane, token, attempts`

const [latest, earliest] = [sql`desc`, sql`asc`]

const takeNamed = (order: RawBuilder<unknown>) =>
  statement((_db, given: Given<Claim & Named>, engine) =>
    take(pick(given, engine.among('lane.lane', 'text', given.lanes), order, engine), given),
  )
const [takeLatest, takeEarliest] = [takeNamed(latest), takeNamed(earliest)]

/** Raises the token, which fences off the previous owner. A lease that ran out counts as an attempt. */
export const claimLanes = async (run: Run, due: Due): Promise<Claimed[]> => {
  const { from, latestFirst } = due
  const claim = { ...atOf(due), leaseUntil: due.now + due.leaseMs }
  if ('lanes' in from)
    return (latestFirst ? takeLatest : takeEarliest).all(run, {
      ...claim,
      lanes: from.lanes,
      limit: from.lanes.length,
    })
  if (from.turns.length === 0) return []
  const engine = engineOf(run.getExecutor())
  // Built each time: each installation has a limit of its own, and a search through its own part of the index.
  const picks = from.turns.map(({ installation, limit }) =>
    pick(
      { ...claim, limit },
      sql`installation_id = ${installation}`,
      latestFirst ? latest : earliest,
      engine,
    ),
  )
  const { rows } = await take(sql.join(picks, sql` union all `), claim).execute(run)
  return rows
}

const nextInstallation = (at: Sql<At>, than: Expression<number>) => sql`
  (select installation_id from lane where ${isDue(at)} and installation_id > ${than}
    order by kind, installation_id limit 1)`

const installationsAfter = statement(
  (_db, given: Given<At & { after: number; limit: number }>) => sql<{ id: number }>`
    with recursive turn(id) as (
      select ${nextInstallation(given, given.after)}
      union all select ${nextInstallation(given, sql.ref<number>('turn.id'))} from turn where turn.id is not null
    )
    select id from turn where id is not null limit ${given.limit}`,
)

/**
 * Installations with lanes that are free and due, in turn: those after `after` come first. Steps through the index from
 * installation to installation, so that one with many lanes costs no more than the others.
 */
export const dueInstallations = async (
  run: Run,
  due: Pick<Due, 'kind' | 'now' | 'leaseMs'>,
  after: number,
  limit: number,
): Promise<number[]> => {
  const dueAfter = async (than: number) => {
    const rows = await installationsAfter.all(run, { ...atOf(due), after: than, limit })
    return rows.map(({ id }) => id)
  }
  const later = await dueAfter(after)
  if (after < 0 || later.length === limit) return later
  const earlier = (await dueAfter(-1)).filter((id) => id <= after)
  return [...later, ...earlier].slice(0, limit)
}

interface Kinds {
  kinds: readonly string[]
}

const endWaits = statement(
  (_db, { kinds, latest }: Given<Kinds & { latest: number }>, engine) => sql`
    with void(name) as materialized (
      select lane from lane
      where ${engine.among('kind', 'text', kinds)} and pending > 0 and waits_since > ${latest}
      order by lane${sql.raw(engine.skipLocked)}
    )
    update lane set run_at = 0, waits_since = 0 from void where lane.lane = void.name`,
)

/** Ends waits from before the clock was set back, because their remaining time is unknown. */
export const endVoidWaits = (run: Run, kinds: readonly string[], now: number): Promise<number> =>
  endWaits.run(run, { kinds, latest: now + clockSlack })

const earliestOf = statement(
  (_db, { kinds, now, latest }: Given<Kinds & Omit<At, 'kind'>>, engine) => sql<{
    kind: string
    at: number
    since: number
  }>`
    select kind, min(run_at) as at, max(waits_since) as since from lane
    where ${engine.among('kind', 'text', kinds)} and pending > 0
      and (lease_until <= ${now} or lease_until > ${latest})
    group by kind`,
)

/** The earliest time at which a free lane of each kind can run. `isVoid` if some wait is from before the clock was set back. */
export const nextDue = async (run: Run, kinds: readonly string[], now: number, leaseMs: number) => {
  const rows = await earliestOf.all(run, { kinds, now, latest: now + leaseMs + clockSlack })
  return rows.map(({ kind, at, since }) => ({ kind, at, isVoid: since > now + clockSlack }))
}
