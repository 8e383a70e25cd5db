import type { Here } from '../access/actor.ts'
import type { Given, SubcommandName } from '../commands/subcommand.ts'
import { parseCommand, toolOf } from '../commands/subcommands.ts'
import { refusal } from '../access/may.ts'
import { escape } from '../messages/kit/mrkdwn.ts'
import type { BotDeps } from '../deps.ts'
import type { Answer } from './answers/answer.ts'
import { askToComment, askToSet } from './assistants/ask-to-change.ts'
import { mayRun, rightsOf, runCommand } from './run-command.ts'

/**
 * Runs a subcommand for a person's assistant. A change is only asked for: the person confirms it in Slack. `given` is
 * plain text, so it mentions nobody.
 */
export const runTool = async (
  deps: BotDeps,
  actor: Here,
  name: SubcommandName,
  given: Given,
): Promise<Answer | undefined> => {
  const tool = toolOf(name)
  if (!tool) throw new TypeError(`${name} is not for assistants`)
  const words = Object.fromEntries(Object.entries(given).map(([key, text]) => [key, escape(text)]))
  const text = `${name} ${tool.words?.(words) ?? Object.values(words).join(' ')}`
  if (!tool.changes) return runCommand(deps, actor, { text, triggerId: 'assistant' })
  const parsed = parseCommand(text)
  if (!parsed.ok) return { message: parsed.refusal }
  if (!mayRun(actor, name)) return { message: refusal(actor, rightsOf[name]) }
  if (parsed.name === 'comment') return askToComment(deps, actor, parsed)
  if (parsed.name === 'set') return askToSet(deps, actor, parsed)
  throw new TypeError(`nobody is asked to confirm ${name}`)
}
