import { isoDate, wasPutBack } from '../../../contract/dates.ts'
import type { BotDeps } from '../../deps/deps.ts'
import type { Database, Tx } from '../../store/database.ts'
import { lastHeard, noteHeard } from '../../store/key-values.ts'
import { graceMs } from './missed-comments.ts'
import { scheduleDigests } from '../digests/post-digest.ts'
import { scheduleYourDay } from '../digests/your-day.ts'
import { queueMissedReplies, wasAway } from '../../sync/replies/take-reply.ts'
import { dayMs, hourMs } from '../../kit/time.ts'

type Deps = Pick<BotDeps, 'database' | 'lanes' | 'log' | 'now'>

/** In UTC, when few events arrive. Retention follows the comparison with the tracker and the service's retention. */
const hours = { reconcile: 2, retention: 4 } as const

/** The day is the job's key, so that only one node runs it. */
export const scheduleDaily = (
  { lanes, now }: Pick<BotDeps, 'lanes' | 'now'>,
  tx: Tx,
  kind: keyof typeof hours,
): Promise<void> => {
  const today = Date.parse(isoDate(now())) + hours[kind] * hourMs
  const runAt = today > now() ? today : today + dayMs
  const day = isoDate(runAt)
  return lanes.enqueue(tx, [{ kind, lane: 'daily', uniqueKey: day, payload: { day }, runAt }])
}

/** The tracker repeats an event for some minutes. What it gave up by then is looked for, in a lane that waits for no day. */
const compareLater = ({ lanes, now }: Deps, tx: Tx, since: number): Promise<void> => {
  const runAt = now() + graceMs
  const payload = { day: isoDate(runAt), only: 'comments' as const }
  return lanes.enqueue(tx, [
    { kind: 'reconcile', lane: 'after a gap', uniqueKey: `${since}`, payload, runAt },
  ])
}

/** Plans what is not planned yet. */
const planDays = async (deps: Deps, tx: Tx): Promise<void> => {
  await scheduleDaily(deps, tx, 'reconcile')
  await scheduleDigests(deps, tx)
  await scheduleYourDay(deps, tx)
  await scheduleDaily(deps, tx, 'retention')
}

export const planByClock = (deps: Deps): Promise<void> =>
  deps.database.transaction((tx) => planDays(deps, tx))

interface Everyone extends Pick<BotDeps, 'now'> {
  /** What belongs to no installation. */
  readonly whole: Pick<Database, 'sql'>
  readonly installations: () => Promise<readonly Deps[]>
}

/**
 * Runs at start and each minute. Plans daily work at start, and again if the clock was set back. Looks for missed
 * replies if no node was running for a while. The time is written last, so that a node that dies in between leaves the
 * rest to the next one.
 */
export const signOfLife = async ({ now, whole, installations }: Everyone, start?: 'start'): Promise<void> => {
  const at = now()
  const lastAt = (await lastHeard(whole.sql)) ?? at
  const [isAway, isPlanned] = [wasAway(lastAt, at), !start && !wasPutBack(lastAt, at)]
  for (const deps of isPlanned && !isAway ? [] : await installations())
    await deps.database.transaction(async (tx) => {
      if (!isPlanned) await planDays(deps, tx)
      if (isAway) await queueMissedReplies(deps, tx, lastAt)
      if (isAway) await compareLater(deps, tx, lastAt)
    })
  await noteHeard(whole.sql, at)
}
