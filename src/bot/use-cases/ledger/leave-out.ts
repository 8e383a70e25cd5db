import type { EventName } from '../../../contract/event.ts'
import { type ChannelPolicy, channelPolicy } from '../../store/channels/project-channels.ts'
import { leftOutReasons } from '../../store/ledger/left-out.ts'
import type { BotDeps } from '../../deps.ts'
import type { Planned } from './decision.ts'
import { filterReason } from './filter-reason.ts'
import type { Subject } from './subject.ts'

/** Why this channel does not want an event: it is muted, or its filters drop it. */
const leftOutReason = (
  { muted, filters }: ChannelPolicy,
  event: EventName,
  subject: Subject,
): string | undefined => {
  if (muted) return leftOutReasons.mute
  const reason = filterReason(filters, event, subject)
  return reason && `${leftOutReasons.filters}: ${reason}`
}

/**
 * Marks posts that their channel does not want. Updates are never dropped, so that posted cards stay current;
 * neither are cards stored only for comparison. `policies`: those already read.
 */
export const leaveOut = async (
  deps: Pick<BotDeps, 'database' | 'now'>,
  event: EventName,
  subject: Subject,
  planned: readonly Planned[],
  policies: readonly ChannelPolicy[] = [],
): Promise<Planned[]> => {
  const known = new Map(policies.map((policy) => [policy.channel, policy]))
  const reasonOf = async ({ channel, op, whenNeeded, event: own }: Planned) => {
    if (op === 'update' || whenNeeded) return undefined
    const policy = known.get(channel) ?? (await channelPolicy(deps.database.sql, channel, deps.now()))
    known.set(channel, policy)
    // This is project news, whatever its event was about.
    const about: Subject = own === undefined ? subject : { about: 'project', actor: subject.actor }
    return leftOutReason(policy, own ?? event, about)
  }
  const kept: Planned[] = []
  for (const plan of planned) {
    const leftOut = await reasonOf(plan)
    kept.push(leftOut === undefined ? plan : { ...plan, leftOut })
  }
  return kept
}

/** An event's outcome for the inbox, with the reasons for dropped posts. */
export const withLeftOut = (outcome: string, planned: readonly Planned[]): string => {
  const reasons = new Set(planned.flatMap(({ leftOut }) => (leftOut === undefined ? [] : [leftOut])))
  return [outcome, ...reasons].join('; ')
}
