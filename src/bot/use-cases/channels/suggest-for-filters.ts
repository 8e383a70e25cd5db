import { moduleNames } from '../../store/tracker/known-modules.ts'
import { personChoice } from '../../messages/channels/filters-dialog.ts'
import type { Choice } from '../../messages/kit/options.ts'
import type { BotDeps } from '../../deps.ts'
import { contains, withTyped } from '../projects/suggest.ts'
import { everybody, nameOf } from '../tracker/people.ts'

/** Modules the bot has seen, by name: they repeat over projects. */
export const suggestModules = async (deps: BotDeps, typed: string): Promise<Choice[]> =>
  withTyped(await moduleNames(deps.database.sql, typed.trim(), 99), typed)

/** Tasks name their assignee by full name alone, so the name is what is kept. */
export const suggestAssignees = async (deps: BotDeps, typed: string): Promise<Choice[]> => {
  const names = (await everybody(deps)).map(nameOf).filter((name) => contains(name, typed))
  return withTyped([...new Set(names)].sort().slice(0, 99), typed)
}

/** People of the tracker, the team's and the customers'. */
export const suggestActors = async (deps: BotDeps, typed: string): Promise<Choice[]> =>
  (await everybody(deps))
    .filter((user) => contains(nameOf(user), typed) || contains(user.email_address, typed))
    .map((user) => personChoice({ uuid: user.uuid, email: user.email_address, name: nameOf(user) }))
