import { subcommandNames } from '../../../src/bot/commands/subcommand.ts'
import { toolOf } from '../../../src/bot/commands/subcommands.ts'
import { rightsOf } from '../../../src/bot/use-cases/run-command.ts'
import { signedHeaders } from '../support/start-node.ts'
import type { Deed } from './deed.ts'
import type { Kind } from './attempts.ts'
import { acme, globex, internal, type Place, type TwoCustomers } from './two-customers.ts'

/** What an assistant sends. Altered: to reach what is not its person's. */
const givenFor = (place: Place, kind: Kind): Readonly<Record<string, string>> => {
  const [own, other] = place === 'other customer' ? [globex, acme] : [acme, globex]
  const isHonest = kind === 'honest'
  return {
    project: isHonest ? own.uuid : other.uuid,
    task: isHonest ? own.task : internal.task,
    text: 'Said by an assistant.',
    field: 'Region',
    value: 'changed',
  }
}

/** Every tool, called by Slackbot for this person. */
export const toolDeeds = (
  { bot }: Pick<TwoCustomers, 'bot'>,
  person: { id: string; team: string },
  { place, kind, answers }: { place: Place; kind: Kind; answers: string[] },
): Deed[] =>
  subcommandNames.flatMap((name) => {
    const tool = toolOf(name)
    if (!tool) return []
    const given = givenFor(place, kind)
    // A list of projects is not searched for a comment's words.
    const keys = Object.entries(tool.takes).filter(([, { optional }]) => !optional)
    const call = {
      name,
      arguments: Object.fromEntries(keys.map(([key]) => [key, given[key] ?? ''])),
      _meta: { slack: { user_id: person.id, team_id: person.team } },
    }
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: call })
    const accept = 'application/json, text/event-stream'
    const act = async () => {
      const headers = { ...signedHeaders(body, 'application/json'), accept }
      const response = await fetch(`${bot.url}/mcp`, { method: 'POST', headers, body })
      answers.push(await response.text())
    }
    return { name: `tool ${name}`, right: rightsOf[name], act }
  })
