import { actorOf, type Here, isHere } from '../../../src/bot/audience/actor.ts'
import type { BotDeps } from '../../../src/bot/deps/deps.ts'

/** A person in a channel, as the door makes one. */
export const actingHere = async (deps: BotDeps, user: string, channel: string): Promise<Here> => {
  const actor = await actorOf(deps, { user, channel })
  if (!isHere(actor)) throw new Error('Slack did not say where')
  return actor
}
