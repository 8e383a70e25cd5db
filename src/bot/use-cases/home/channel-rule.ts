import { ruleProblem } from '../../messages/channels/channel-name.ts'
import { ruleDialog } from '../../messages/home/rule-dialog.ts'
import { inputs } from '../../messages/kit/ids.ts'
import type { Actor } from '../../access/actor.ts'
import type { BotDeps } from '../../deps.ts'
import type { Press } from '../answers/answer.ts'
import type { Errors } from '../answers/errors.ts'
import { ruleNow, writeRule } from './channel-wish.ts'

export const openRuleDialog = async (deps: BotDeps, _by: Actor, { triggerId }: Press): Promise<void> => {
  await deps.slack.openView(triggerId, ruleDialog(await ruleNow(deps)))
}

/** How channels for projects are named from now on. */
export const saveRule = async (deps: BotDeps, rule: string): Promise<Errors | undefined> => {
  const problem = ruleProblem(rule)
  if (problem !== undefined) return { [inputs.channelRule.block]: problem }
  await writeRule(deps, rule)
  return undefined
}
