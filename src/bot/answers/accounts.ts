import { folded } from '../../contract/text.ts'
import type { ProjectItem } from '../../contract/project.ts'
import type { User } from '../../contract/user.ts'
import type { BotDeps } from '../deps/deps.ts'
import { nearest } from './reference.ts'
import { accountUnknown } from './messages/answers.ts'
import type { AccountFacts } from '../store/subscriptions.ts'
import type { Answer } from './answer.ts'
import { accountIdOf, allPages, allProjects } from '../tracker/find-project.ts'
import { peopleOf } from '../tracker/people.ts'
import { unlessNoPeople } from '../tracker/tracker-says.ts'

/** The interface lists no accounts: these are the ones that projects and customers have. */
const namesOf = (projects: readonly ProjectItem[], customers: readonly User[]): string[] => {
  const ofProjects = projects.flatMap(({ account }) => (account ? [account.name] : []))
  const ofCustomers = customers.flatMap(({ customer_name: name }) => (name ? [name] : []))
  return [...new Set([...ofProjects, ...ofCustomers])].sort()
}

/** Of one page of projects only: Slack waits three seconds for a menu's entries. */
export const accountNames = async (deps: BotDeps): Promise<string[]> => {
  const [{ projects }, customers] = await Promise.all([
    deps.api.listProjects({ limit: 200 }),
    peopleOf(deps, true),
  ])
  return namesOf(projects, customers)
}

/** The names that contain the typed text, then the one that is spelled most alike. */
const alike = (typed: string, names: readonly string[]): string[] => {
  const words = folded(typed)
  const plain = names.map(folded)
  const containing = names.filter((_, at) => plain[at]?.includes(words))
  const close = nearest(words, plain)
  const closest = names.filter((_, at) => plain[at] === close)
  return [...new Set([...containing, ...closest])]
}

type Account = AccountFacts & { name: string }

/** The account of this name or uuid, or the nearest names (see `folded`). */
export const lookUpAccount = async (
  deps: BotDeps,
  typed: string,
): Promise<Account | { nearest: readonly string[] }> => {
  const wanted = folded(typed)
  const isMeant = (name: string | null | undefined) => !!name && folded(name) === wanted
  const { items } = await allProjects(deps, allPages)
  const project = items.find((item) => isMeant(item.account?.name) || isMeant(accountIdOf(item)))
  if (project?.account) return { name: project.account.name, id: accountIdOf(project) }
  const names = namesOf(items, (await unlessNoPeople(peopleOf(deps, true))) ?? [])
  const name = names.find(isMeant)
  if (name !== undefined) return { name, id: undefined }
  return { nearest: alike(typed, names) }
}

/** The account of this name, or a refusal with the nearest names. */
export const accountCalled = async (deps: BotDeps, typed: string): Promise<Account | Answer> => {
  const found = await lookUpAccount(deps, typed)
  return 'name' in found ? found : { message: accountUnknown({ typed, nearest: found.nearest }) }
}
