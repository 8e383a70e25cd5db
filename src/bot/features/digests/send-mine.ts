import { eachAlone } from '../../deps/each-alone.ts'
import { everyMine, type Mine, mineIn, mineOf, putMine } from './store/mine.ts'
import type { Tx } from '../../store/database.ts'
import { morning } from '../../audience/messages/settings-words.ts'
import type { BotDeps } from '../../deps/deps.ts'
import type { BotJob } from '../../store/payloads.ts'
import { isColleague } from '../../slack/slack.ts'
import { markOnce } from '../../answers/tell.ts'
import { isDigestTime, nextDigest, periodOf } from './digest-times.ts'
import { mineMessage } from './mine.ts'

type Deps = Pick<BotDeps, 'lanes' | 'now'>

/** Every morning where the person is. */
const timing = ({ timeZone }: Mine) => ({ every: 'daily', day: 1, at: morning, timeZone }) as const

/** The key includes the last one: if a clock is set back, the time alone is already used. */
const schedule = async ({ lanes, now }: Deps, tx: Tx, user: string, mine: Mine): Promise<void> => {
  const due = nextDigest(timing(mine), now())
  const lane = `${user}@${due}`
  const uniqueKey = `${lane}:${mine.sent ?? 0}`
  await lanes.enqueue(tx, [{ kind: 'mine', lane, uniqueKey, payload: { user, due }, runAt: due }])
}

/** At start, in case clocks or jobs were lost. */
export const scheduleMine = async (deps: Deps & Pick<BotDeps, 'log'>, tx: Tx): Promise<void> =>
  eachAlone(
    deps.log,
    await everyMine(tx.sql),
    ([user]) => ({ user }),
    ([user, text]) => schedule(deps, tx, user, mineIn(user, text)),
  )

/** The person is in another time zone, where the next one is less than half a day away. */
const isEarly = (before: Mine, here: Mine, now: number): boolean =>
  before.timeZone !== here.timeZone && nextDigest(timing(here), now) - now < periodOf(timing(here)) / 2

/** Lane `mine`: *Your day*. A new schedule cancels it. */
export const sendMine = async (deps: BotDeps, job: BotJob<'mine'>): Promise<void> => {
  const { due, user } = job.payload
  const mine = await mineOf(deps.database.sql, user)
  if (!mine || !isDigestTime(timing(mine), due)) return
  // The first of several late ones has said everything.
  const isLate = mine.sent !== undefined && mine.sent >= due && mine.sent <= deps.now()
  const { standing, timeZone = mine.timeZone } = await deps.slack.person(user)
  const here = { ...mine, timeZone }
  const waits = isEarly(mine, here, deps.now())
  // Somebody who became a guest learns nothing more.
  const isWanted = !isLate && !waits && isColleague(standing)
  const message = isWanted ? await mineMessage(deps, user) : undefined
  const key = `mine@${due}`
  await deps.database.transaction(async (tx) => {
    if (message)
      await markOnce(deps, tx, { channel: user, ts: key }, { op: 'direct', user, message }, `${key}:${user}`)
    // Turned off meanwhile.
    if (await mineOf(tx.sql, user)) {
      const next = waits ? here : { ...here, sent: deps.now() }
      await putMine(tx.sql, user, next)
      await schedule(deps, tx, user, next)
    }
    await job.done(tx)
  })
}

/** Turns it on or off. */
export const setMine = async (deps: BotDeps, user: string, on: boolean): Promise<void> => {
  const { timeZone = 'UTC' } = await deps.slack.person(user)
  const mine = on ? { timeZone } : undefined
  await deps.database.transaction(async (tx) => {
    await putMine(tx.sql, user, mine)
    if (mine) await schedule(deps, tx, user, mine)
  })
}
