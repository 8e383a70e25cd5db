import { eachAlone } from '../../deps/each-alone.ts'
import { everyYourDay, type YourDay, yourDayIn, yourDayOf, putYourDay } from './store/your-day.ts'
import type { Tx } from '../../store/database.ts'
import { morning } from '../../audience/messages/settings-words.ts'
import type { BotDeps } from '../../deps/deps.ts'
import type { BotJob } from '../../store/payloads.ts'
import { isColleague } from '../../slack/slack.ts'
import { notifyOnce } from '../../answers/tell.ts'
import { isDigestTime, nextDigest, periodOf } from './digest-times.ts'
import { yourDayMessage } from './your-day.ts'

type Deps = Pick<BotDeps, 'lanes' | 'now'>

/** Every morning where the person is. */
const timing = ({ timeZone }: YourDay) => ({ every: 'daily', day: 1, at: morning, timeZone }) as const

/** The key includes the last one: if a clock is set back, the time alone is already used. */
const schedule = async ({ lanes, now }: Deps, tx: Tx, user: string, yourDay: YourDay): Promise<void> => {
  const due = nextDigest(timing(yourDay), now())
  const lane = `${user}@${due}`
  const uniqueKey = `${lane}:${yourDay.sent ?? 0}`
  await lanes.enqueue(tx, [{ kind: 'your-day', lane, uniqueKey, payload: { user, due }, runAt: due }])
}

/** At start, in case clocks or jobs were lost. */
export const scheduleYourDay = async (deps: Deps & Pick<BotDeps, 'log'>, tx: Tx): Promise<void> =>
  eachAlone(
    deps.log,
    await everyYourDay(tx.sql),
    ([user]) => ({ user }),
    ([user, text]) => schedule(deps, tx, user, yourDayIn(user, text)),
  )

/** The person is in another time zone, where the next one is less than half a day away. */
const isEarly = (before: YourDay, here: YourDay, now: number): boolean =>
  before.timeZone !== here.timeZone && nextDigest(timing(here), now) - now < periodOf(timing(here)) / 2

/** Lane `your-day`: *Your day*. A new schedule cancels it. */
export const sendYourDay = async (deps: BotDeps, job: BotJob<'your-day'>): Promise<void> => {
  const { due, user } = job.payload
  const yourDay = await yourDayOf(deps.database.sql, user)
  if (!yourDay || !isDigestTime(timing(yourDay), due)) return
  // The first of several late ones has said everything.
  const isLate = yourDay.sent !== undefined && yourDay.sent >= due && yourDay.sent <= deps.now()
  const { role, timeZone = yourDay.timeZone } = await deps.slack.person(user)
  const here = { ...yourDay, timeZone }
  const waits = isEarly(yourDay, here, deps.now())
  // Somebody who became a guest learns nothing more.
  const isWanted = !isLate && !waits && isColleague(role)
  const message = isWanted ? await yourDayMessage(deps, user) : undefined
  const key = `your-day@${due}`
  await deps.database.transaction(async (tx) => {
    if (message)
      await notifyOnce(
        deps,
        tx,
        { channel: user, ts: key },
        { op: 'direct', user, message },
        `${key}:${user}`,
      )
    // Turned off meanwhile.
    if (await yourDayOf(tx.sql, user)) {
      const next = waits ? here : { ...here, sent: deps.now() }
      await putYourDay(tx.sql, user, next)
      await schedule(deps, tx, user, next)
    }
    await job.done(tx)
  })
}

/** Turns it on or off. */
export const setYourDay = async (deps: BotDeps, user: string, on: boolean): Promise<void> => {
  const { timeZone = 'UTC' } = await deps.slack.person(user)
  const yourDay = on ? { timeZone } : undefined
  await deps.database.transaction(async (tx) => {
    await putYourDay(tx.sql, user, yourDay)
    if (yourDay) await schedule(deps, tx, user, yourDay)
  })
}
