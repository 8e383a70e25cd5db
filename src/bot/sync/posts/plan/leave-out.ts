import { type ChannelPolicy, channelPolicy } from '../../../audience/store/project-channels.ts'
import type { BotDeps } from '../../../deps/deps.ts'
import type { Planned } from './decision.ts'
import { leftOutReason } from './policy.ts'
import type { Subject } from './subject.ts'

/**
 * Marks posts that their channel does not want. Changes are never dropped, so that posted cards stay current;
 * neither are cards stored only for comparison. `policies`: those already read.
 */
export const leaveOut = async (
  deps: Pick<BotDeps, 'database' | 'now'>,
  subject: Subject,
  planned: readonly Planned[],
  policies: readonly ChannelPolicy[] = [],
): Promise<Planned[]> => {
  const known = new Map(policies.map((policy) => [policy.channel, policy]))
  const reasonOf = async ({ channel, change, whenNeeded, ofProject }: Planned) => {
    if (change || whenNeeded) return undefined
    const policy = known.get(channel) ?? (await channelPolicy(deps.database.sql, channel, deps.now()))
    known.set(channel, policy)
    return leftOutReason(policy, ofProject ? { about: 'project' } : subject)
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
