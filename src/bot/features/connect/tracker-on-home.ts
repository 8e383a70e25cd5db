import { isoTime } from '../../../contract/dates.ts'
import { type Actor, may } from '../../audience/actor.ts'
import type { BotDeps } from '../../deps/deps.ts'
import type { HomeTracker } from './messages/home-tracker.ts'
import { lastInboxAt } from '../../sync/events/store/inbox.ts'
import { settled, within } from '../../kit/time.ts'
import type { Listed } from '../../installations/store/list.ts'

/** A tracker that takes longer counts as not responding. */
const patienceMs = 3_000

const problemOf = async ({ tracker, connecting }: BotDeps): Promise<string | undefined> => {
  if (!tracker) return undefined
  const asked = await within(patienceMs, settled(tracker.health.reason()))
  const problem = asked?.state === 'done' ? asked.value : 'the tracker isn’t responding'
  await connecting?.noteProblem(problem)
  return problem
}

/** Undefined for people who can't change it, and for `default`. */
export const trackerOnHome = async (deps: BotDeps, actor: Actor): Promise<HomeTracker | undefined> => {
  if (!deps.connecting || !may(actor, 'administer')) return undefined
  const { tracker } = await deps.connecting.status()
  return {
    connected: tracker && {
      url: tracker.baseUrl ?? '',
      since: isoTime(tracker.createdAt) ?? undefined,
      by: tracker.createdBy ?? undefined,
      problem: await problemOf(deps),
      lastEventAt: isoTime(await lastInboxAt(deps.database.sql)),
    },
  }
}

const day = (ms: number) => `${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`

/** What is wrong with an installation, one sentence each. Empty if all is well. */
export const healthWords = (listed: Listed): string[] => {
  const { installation, connection } = listed
  const { state, stateAt, reason } = installation
  if (state === 'leaving')
    return [
      `Removed ${day(stateAt)} (${reason ?? 'no reason given'}). Its data is erased an hour later, unless the app is installed again.`,
    ]
  return [
    state === 'paused' ? `Paused ${day(stateAt)}: ${reason ?? 'no reason given'}.` : undefined,
    connection === undefined ? 'No tracker is connected.' : undefined,
    connection?.state === 'broken'
      ? `The tracker doesn't work: ${connection.problem ?? 'no reason given'}`
      : undefined,
  ].filter((line) => line !== undefined)
}
