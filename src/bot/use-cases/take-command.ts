import { parseCommand } from '../commands/parse-command.ts'
import type { BotDeps } from '../deps.ts'
import type { Answer } from './answers/answer.ts'
import { answerStored, storeAhead } from './replies/comment-on-task.ts'
import { type CommandInput, runCommand } from './run-command.ts'
import { isStranger } from '../access/is-stranger.ts'

/**
 * A command as it comes in: what must not be lost, a comment, is stored before this returns and Slack is
 * answered. Gives what answers the person, to be run after that.
 */
export const takeCommand = async (
  deps: BotDeps,
  input: CommandInput,
): Promise<() => Promise<Answer | undefined>> => {
  const parsed = parseCommand(input.text)
  const run = () => runCommand(deps, input)
  if (!parsed.ok || parsed.name !== 'comment' || (await isStranger(deps, input.team, input.user))) return run
  const { channel, user, triggerId } = input
  const request = { channel, user, source: `command:${triggerId}`, task: parsed.task, text: parsed.text }
  return (await storeAhead(deps, request)) ? () => answerStored(deps, request) : run
}
