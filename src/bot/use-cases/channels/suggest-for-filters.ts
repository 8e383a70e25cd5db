import { moduleNames } from '../../store/tracker/known-modules.ts'
import { personChoice } from '../../messages/channels/filters-dialog.ts'
import type { Choice } from '../../messages/kit/options.ts'
import type { BotDeps } from '../../deps.ts'
import { nameOf, peopleOf } from '../tracker/people.ts'

/** What was typed is an entry too: a name need not have been seen yet. */
const withTyped = (names: readonly string[], typed: string): Choice[] => {
  const words = typed.trim()
  const exact = names.some((name) => name.toLowerCase() === words.toLowerCase())
  return [
    ...names.map((name) => ({ value: name, text: name })),
    ...(words === '' || exact ? [] : [{ value: words, text: words, description: 'As typed' }]),
  ]
}

/** Modules the bot has seen, by name: they repeat over projects. */
export const suggestModules = async (deps: BotDeps, typed: string): Promise<Choice[]> =>
  withTyped(await moduleNames(deps.database.sql, typed.trim(), 99), typed)

const everybody = async (deps: BotDeps) => {
  const sides = await Promise.all([peopleOf(deps, false), peopleOf(deps, true)])
  return sides.flat()
}

const has = (text: string | undefined | null, typed: string) =>
  text?.toLowerCase().includes(typed.trim().toLowerCase()) ?? false

/** Tasks name their assignee by full name alone, so the name is what is kept. */
export const suggestAssignees = async (deps: BotDeps, typed: string): Promise<Choice[]> => {
  const names = (await everybody(deps)).map(nameOf).filter((name) => has(name, typed))
  return withTyped([...new Set(names)].sort().slice(0, 99), typed)
}

/** People of the tracker, the team's and the customers'. */
export const suggestActors = async (deps: BotDeps, typed: string): Promise<Choice[]> =>
  (await everybody(deps))
    .filter((user) => has(nameOf(user), typed) || has(user.email_address, typed))
    .map((user) => personChoice({ uuid: user.uuid, email: user.email_address, name: nameOf(user) }))
