import { RetryLater } from '../../../lanes/lanes.ts'
import { channelSettings } from '../../store/channels/channel-settings.ts'
import {
  allTimed,
  putTimed,
  type Timed,
  timedSchedule,
  type TimedSchedule,
} from '../../store/digests/timed.ts'
import type { Tx } from '../../store/database.ts'
import type { Message } from '../../messages/kit/message.ts'
import type { BotDeps } from '../../deps.ts'
import type { BotJob } from '../../payloads.ts'
import { routeTo } from '../../access/audience.ts'
import { isColleague } from '../../slack/standing.ts'
import { plainIfRefused } from '../answers/in-form.ts'
import { markOnce } from '../answers/mark-message.ts'
import { commitPlanned } from '../ledger/commit-planned.ts'
import { quietUntil } from '../ledger/policy.ts'
import { isDigestTime, nextDigest, periodOf } from './digest-times.ts'
import { mineMessage } from './mine.ts'
import { reportFacts } from './report-facts.ts'
import { reportMessage } from './report.ts'

type Deps = Pick<BotDeps, 'lanes' | 'now'>

const timing = (schedule: TimedSchedule) => ({ ...schedule, alone: false })

/** The key includes the last one: if a clock is set back, the time alone is already used. */
const scheduleTimed = async (
  { lanes, now }: Deps,
  tx: Tx,
  timed: Timed,
  schedule: TimedSchedule,
): Promise<void> => {
  const due = nextDigest(timing(schedule), now())
  const lane = `${timed.what}:${timed.to}@${due}`
  await lanes.enqueue(tx, [
    {
      kind: 'timed',
      lane,
      uniqueKey: `${lane}:${schedule.sent ?? 0}`,
      payload: { ...timed, due },
      runAt: due,
    },
  ])
}

/** At start, in case clocks or jobs were lost. */
export const scheduleAllTimed = async (deps: Deps, tx: Tx): Promise<void> => {
  for (const { schedule, ...timed } of await allTimed(tx.sql)) await scheduleTimed(deps, tx, timed, schedule)
}

const isPerson = (id: string) => /^[UW]/.test(id)

/** What a person gets directly. Undefined if there is nothing to say. */
type Personal = (deps: BotDeps, user: string) => Promise<Message | undefined>

const personal: Readonly<Record<Timed['what'], Personal>> = {
  report: (deps, user) =>
    reportMessage(deps, { channel: user, shared: false, readersUnknown: false }, { every: 'weekly' }),
  mine: mineMessage,
}

type Done = (tx: Tx) => Promise<void>

const toPerson = async (deps: BotDeps, { what, to, due }: Timed & { due: number }): Promise<Done> => {
  // Somebody who became a guest learns nothing more.
  const { standing } = await deps.slack.person(to)
  const said = isColleague(standing) ? await personal[what](deps, to) : undefined
  const message = said && (await plainIfRefused(deps, said))
  const key = `${what}@${due}`
  return async (tx) => {
    if (message)
      await markOnce(deps, tx, { channel: to, ts: key }, { op: 'direct', user: to, message }, `${key}:${to}`)
  }
}

const toChannel = async (deps: BotDeps, { to: channel, due }: Timed & { due: number }): Promise<Done> => {
  const until = quietUntil((await channelSettings(deps.database.sql, channel)).quiet, deps.now())
  if (until !== undefined) throw new RetryLater(until - deps.now(), 'quiet hours of the channel')
  const facts = { ...(await reportFacts(deps, await routeTo(deps, channel))), every: 'weekly' as const }
  const objectUuid = `report@${due}`
  return (tx) => commitPlanned(deps, tx, [{ channel, kind: 'report', objectUuid, op: 'post', facts }])
}

/** In the time zone where the person is now. */
const whereTheyAre = async (deps: BotDeps, to: string, schedule: TimedSchedule): Promise<TimedSchedule> => {
  if (!isPerson(to)) return schedule
  const { timeZone = schedule.timeZone } = await deps.slack.person(to)
  return { ...schedule, timeZone }
}

/** The person is in another time zone, where the next one is less than half a day or half a week away. */
const isEarly = (before: TimedSchedule, here: TimedSchedule, now: number): boolean =>
  before.timeZone !== here.timeZone && nextDigest(timing(here), now) - now < periodOf(timing(here)) / 2

/** Lane `timed`: a weekly report or a personal digest. A new schedule cancels it. */
export const sendTimed = async (deps: BotDeps, job: BotJob<'timed'>): Promise<void> => {
  const { due, ...timed } = job.payload
  const schedule = await timedSchedule(deps.database.sql, timed)
  if (!schedule || !isDigestTime(timing(schedule), due)) return
  // The first of several late ones has said everything.
  const isLate = schedule.sent !== undefined && schedule.sent >= due && schedule.sent <= deps.now()
  const here = await whereTheyAre(deps, timed.to, schedule)
  const waits = isEarly(schedule, here, deps.now())
  const send =
    isLate || waits ? undefined : await (isPerson(timed.to) ? toPerson : toChannel)(deps, job.payload)
  await deps.database.transaction(async (tx) => {
    await send?.(tx)
    // Turned off meanwhile.
    if (await timedSchedule(tx.sql, timed)) {
      const next = waits ? here : { ...here, sent: deps.now() }
      await putTimed(tx.sql, timed, next)
      await scheduleTimed(deps, tx, timed, next)
    }
    await job.done(tx)
  })
}

/** Turns it on or off. */
export const setTimed = (deps: BotDeps, timed: Timed, schedule: TimedSchedule | undefined): Promise<void> =>
  deps.database.transaction(async (tx) => {
    await putTimed(tx.sql, timed, schedule)
    if (schedule) await scheduleTimed(deps, tx, timed, schedule)
  })

/** Every day at 09:00 where the person is. */
export const setMine = async (deps: BotDeps, user: string, on: boolean): Promise<void> => {
  const { timeZone = 'UTC' } = await deps.slack.person(user)
  const schedule = on ? { every: 'daily' as const, day: 1, at: '09:00', timeZone } : undefined
  await setTimed(deps, { what: 'mine', to: user }, schedule)
}
