import type { ReportArgs } from '../../commands/digests.ts'
import { reportScheduled } from '../../messages/digests/report-schedule.ts'
import type { Here } from '../../access/actor.ts'
import { may, maySteer, refusal } from '../../access/may.ts'
import type { BotDeps } from '../../deps.ts'
import type { Answer } from '../answers/answer.ts'
import { setTimed } from './timed.ts'

const monday = { every: 'weekly' as const, day: 1, at: '09:00' }

/** `/onboard report weekly` and `/onboard report off`, for this channel or, with `me`, for the person. */
export const scheduleReport = async (
  deps: BotDeps,
  actor: Here,
  { change, toMe }: ReportArgs & { change: string },
): Promise<Answer> => {
  if (!may(actor, 'work')) return { message: refusal(actor, 'work') }
  const { user, place } = actor
  const refused = toMe ? undefined : await maySteer(deps, actor, place.channel)
  if (refused) return refused
  const timeZone = (await deps.slack.person(user)).timeZone ?? 'UTC'
  const schedule = change === 'weekly' ? { ...monday, timeZone } : undefined
  await setTimed(deps, { what: 'report', to: toMe ? user : place.channel }, schedule)
  const at = schedule && { time: schedule.at, timeZone }
  return { message: reportScheduled({ toMe, at, shared: !toMe && place.shared }) }
}
