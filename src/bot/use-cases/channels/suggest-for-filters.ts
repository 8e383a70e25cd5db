import { moduleNames } from '../../store/tracker/known-modules.ts'
import { personChoice } from '../../messages/channels/filters-dialog.ts'
import type { Choice } from '../../messages/kit/options.ts'
import type { Actor } from '../../access/actor.ts'
import type { BotDeps } from '../../deps.ts'
import { contains, withTyped } from '../projects/suggest.ts'
import { everybody, nameOf } from '../tracker/people.ts'

/** Module names that the bot has seen; projects share them. */
export const suggestModules = async (deps: BotDeps, _by: Actor, typed: string): Promise<Choice[]> =>
  withTyped(await moduleNames(deps.database.sql, typed.trim(), 99), typed)

/** By full name, because tasks name their assignee by it alone. */
export const suggestAssignees = async (deps: BotDeps, _by: Actor, typed: string): Promise<Choice[]> => {
  const names = (await everybody(deps)).map(nameOf).filter((name) => contains(name, typed))
  return withTyped([...new Set(names)].sort().slice(0, 99), typed)
}

/** The tracker's people, the team's and the customers'. */
export const suggestActors = async (deps: BotDeps, _by: Actor, typed: string): Promise<Choice[]> =>
  (await everybody(deps))
    .filter((user) => contains(nameOf(user), typed) || contains(user.email_address, typed))
    .map((user) => personChoice({ uuid: user.uuid, email: user.email_address, name: nameOf(user) }))
