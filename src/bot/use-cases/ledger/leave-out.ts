import type { EventName } from '../../../contract/event.ts'
import { channelFilters } from '../../store/channels/channel-filters.ts'
import { muteOf } from '../../store/channels/channel-mutes.ts'
import { leftOutReasons } from '../../store/ledger/left-out.ts'
import type { BotDeps } from '../../deps.ts'
import type { Planned } from './decision.ts'
import { filterReason } from './filter-reason.ts'
import type { Subject } from './subject.ts'

type Deps = Pick<BotDeps, 'database' | 'now'>

/** Why nothing new is to be posted in a channel at all; undefined while it is not muted. */
export const mutedReason = async (deps: Deps, channel: string): Promise<string | undefined> =>
  (await muteOf(deps.database.sql, deps.now(), channel)) ? leftOutReasons.mute : undefined

/** Why this channel does not want to hear of an event: it is muted, or its filters leave it out. */
const leftOutReason = async (
  deps: Deps,
  channel: string,
  event: EventName,
  subject: Subject,
): Promise<string | undefined> => {
  const muted = await mutedReason(deps, channel)
  if (muted !== undefined) return muted
  const reason = filterReason(await channelFilters(deps.database.sql, channel), event, subject)
  return reason && `${leftOutReasons.filters}: ${reason}`
}

/**
 * Marks the posts that a channel does not want. Changes of what stands there are never left out, so that no card
 * grows stale; nor is a card that is only written down to be compared with.
 */
export const leaveOut = async (
  deps: Deps,
  event: EventName,
  subject: Subject,
  planned: readonly Planned[],
): Promise<Planned[]> => {
  const reasons = new Map<string, string | undefined>()
  const kept: Planned[] = []
  for (const plan of planned) {
    if (plan.op === 'update' || plan.whenNeeded) {
      kept.push(plan)
      continue
    }
    const by = plan.event ?? event
    // News of the project, whatever the event that brought it was about.
    const about: Subject = plan.event === undefined ? subject : { about: 'project', actor: subject.actor }
    const key = `${plan.channel} ${by}`
    if (!reasons.has(key)) reasons.set(key, await leftOutReason(deps, plan.channel, by, about))
    const leftOut = reasons.get(key)
    kept.push(leftOut === undefined ? plan : { ...plan, leftOut })
  }
  return kept
}

/** What became of an event, for its row in the inbox. */
export const withLeftOut = (outcome: string, planned: readonly Planned[]): string => {
  const reasons = new Set(planned.flatMap(({ leftOut }) => (leftOut === undefined ? [] : [leftOut])))
  return [outcome, ...reasons].join('; ')
}
