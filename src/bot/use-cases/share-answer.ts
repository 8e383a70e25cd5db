import { mayBeShared, shared } from '../messages/share.ts'
import type { BotDeps } from '../deps.ts'
import type { Answer } from './answer.ts'
import { type CommandInput, runCommand } from './run-command.ts'

/** *Share to channel*: the look-up is made again, so that the channel sees what is true now. */
export const shareAnswer = async (deps: BotDeps, press: CommandInput): Promise<Answer | undefined> => {
  const answer = await runCommand(deps, press)
  if (!answer || !('message' in answer) || !mayBeShared(answer.message)) return answer
  return { message: shared(answer.message, press.user), inChannel: true }
}
