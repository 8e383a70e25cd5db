import { type ChannelPolicy, channelPolicy } from '../../store/channels/project-channels.ts'
import type { BotDeps } from '../../deps.ts'
import type { Planned } from './decision.ts'
import { leftOutReason } from './policy.ts'
import type { Subject } from './subject.ts'

/**
 * Marks the posts that a channel does not want. Changes of what stands there are never left out, so that no card
 * grows stale; nor is a card that is only written down to be compared with. `policies`: of channels that were
 * read already.
 */
export const leaveOut = async (
  deps: Pick<BotDeps, 'database' | 'now'>,
  subject: Subject,
  planned: readonly Planned[],
  policies: readonly ChannelPolicy[] = [],
): Promise<Planned[]> => {
  const known = new Map(policies.map((policy) => [policy.channel, policy]))
  const reasonOf = async ({ channel, op, whenNeeded, ofProject }: Planned) => {
    if (op === 'update' || whenNeeded) return undefined
    const policy = known.get(channel) ?? (await channelPolicy(deps.database.sql, channel, deps.now()))
    known.set(channel, policy)
    return leftOutReason(policy, ofProject ? { about: 'project', actor: subject.actor } : subject)
  }
  const kept: Planned[] = []
  for (const plan of planned) {
    const leftOut = await reasonOf(plan)
    kept.push(leftOut === undefined ? plan : { ...plan, leftOut })
  }
  return kept
}

/** What became of an event, for its row in the inbox. */
export const withLeftOut = (outcome: string, planned: readonly Planned[]): string => {
  const reasons = new Set(planned.flatMap(({ leftOut }) => (leftOut === undefined ? [] : [leftOut])))
  return [outcome, ...reasons].join('; ')
}
