import { moduleNames } from '../../store/tracker/known-modules.ts'
import { personChoice } from '../../messages/channels/filters-dialog.ts'
import type { Choice } from '../../messages/kit/options.ts'
import type { Actor } from '../../access/actor.ts'
import type { BotDeps } from '../../deps.ts'
import { contains, withTyped } from '../projects/suggest.ts'
import { everybody, nameOf } from '../tracker/people.ts'

/** Names of modules that the bot has seen in any project. */
export const suggestModules = async (deps: BotDeps, _by: Actor, typed: string): Promise<Choice[]> =>
  withTyped(await moduleNames(deps.database.sql, typed.trim(), 99), typed)

/** Full names, because tasks refer to their assignee only by name. */
export const suggestAssignees = async (deps: BotDeps, _by: Actor, typed: string): Promise<Choice[]> => {
  const names = (await everybody(deps)).map(nameOf).filter((name) => contains(name, typed))
  return withTyped([...new Set(names)].sort().slice(0, 99), typed)
}

/** Everyone in the tracker: team and customers. */
export const suggestActors = async (deps: BotDeps, _by: Actor, typed: string): Promise<Choice[]> =>
  (await everybody(deps))
    .filter((user) => contains(nameOf(user), typed) || contains(user.email_address, typed))
    .map((user) => personChoice({ uuid: user.uuid, email: user.email_address, name: nameOf(user) }))
