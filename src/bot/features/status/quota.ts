import { isoDate } from '../../../contract/dates.ts'
import { dailyBytesSpent, quotaPaused, quotaResumed } from '../../answers/messages/try-again.ts'
import type { BotDeps } from '../../deps/deps.ts'
import { type BotJob, jobKinds } from '../../store/payloads.ts'
import type { Answer } from '../../answers/answer.ts'
import { notifyPerson } from '../../answers/notify.ts'
import { SlackProblem } from '../../slack/problem.ts'
import type { Person } from '../../slack/slack.ts'
import type { Database } from '../../store/database.ts'
import { nameIn } from '../../../lanes/tables.ts'

/** Longest wait first. */
const waitingLanes = async (
  { sql, installation }: Pick<Database, 'sql' | 'installation'>,
  kinds: readonly string[],
): Promise<{ kind: string; lane: string }[]> => {
  const rows = await sql
    .selectFrom('lane')
    .select(['kind', 'lane'])
    .where('installation_id', '=', installation)
    .where('kind', 'in', kinds)
    .where('pending', '>', 0)
    .orderBy('run_at')
    .execute()
  return rows.map(({ kind, lane }) => ({ kind, lane: nameIn(lane, kind) }))
}

/** A large workspace has many admins. */
const mostAdmins = 20

/** It belongs to the tracker, not to an installation. */
const hookKind = 'hook-subscription'
const askingKinds = jobKinds(({ asksTracker }) => asksTracker).filter((kind) => kind !== hookKind)

/** The day the quota resets, by the tracker's clock (UTC): `December 1`. */
export const monthTurns = (now: number): string => {
  const at = new Date(now)
  const next = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1))
  return next.toLocaleDateString('en-US', { day: 'numeric', month: 'long', timeZone: 'UTC' })
}

/** Queues the notice once a month across all nodes: the job's key is the month. */
export const noteQuota = (deps: Pick<BotDeps, 'database' | 'lanes' | 'now'>): Promise<void> => {
  const month = isoDate(deps.now()).slice(0, 7)
  return deps.database.transaction((tx) =>
    deps.lanes.enqueue(tx, [
      { kind: 'quota', lane: 'tell', uniqueKey: `quota:${month}`, payload: { month } },
    ]),
  )
}

/** Queues the notice once a day across all nodes. */
export const noteDailyBytes = (deps: Pick<BotDeps, 'database' | 'lanes' | 'now'>): Promise<void> => {
  const day = isoDate(deps.now())
  return deps.database.transaction((tx) =>
    deps.lanes.enqueue(tx, [{ kind: 'quota', lane: 'tell', uniqueKey: `bytes:${day}`, payload: { day } }]),
  )
}

/** If Slack hides people, nobody is known as an admin. `/onboard status` still says that the quota is used up. */
const noneIfHidden = (error: unknown): Person[] => {
  if (error instanceof SlackProblem && (error.kind === 'scope' || error.kind === 'refused')) return []
  throw error
}

/** Lane `quota`: sends each admin one direct message, because only admins can do something about it. */
export const notifyOfQuota = async (deps: BotDeps, job: BotJob<'quota'>): Promise<void> => {
  const members = await deps.slack.members().catch(noneIfHidden)
  const admins = members.filter(({ role }) => role === 'admin').slice(0, mostAdmins)
  const { payload } = job
  const [ts, message] =
    'day' in payload
      ? [`bytes:${payload.day}`, dailyBytesSpent()]
      : [
          `quota:${payload.month}`,
          quotaPaused({ turns: monthTurns(Date.parse(`${payload.month}-15T00:00:00Z`)) }),
        ]
  await deps.database.transaction(async (tx) => {
    for (const { id: user } of admins)
      await notifyPerson(deps, tx, { user, channel: undefined, ts }, message, 'once')
    await job.done(tx)
  })
}

/**
 * Lets this node's calls through and resumes waiting lanes in order. Another node that is stopped goes on by itself
 * within ten minutes.
 */
export const liftQuota = async ({ tracker, database, lanes }: BotDeps): Promise<void> => {
  if (!tracker) return
  tracker.quota?.resume()
  for (const { kind, lane } of await waitingLanes(database, askingKinds)) await lanes.resume(kind, lane)
  for (const { kind, lane } of await waitingLanes(tracker.database, [hookKind]))
    await tracker.lanes.resume(kind, lane)
}

/** *Resume now* */
export const resumeQuota = async (deps: BotDeps): Promise<Answer> => {
  await liftQuota(deps)
  return { message: quotaResumed(), replace: true }
}
