import type { Choice } from '../messages/options.ts'
import type { BotDeps } from '../deps.ts'
import { currentPlaybooks } from './current-playbooks.ts'
import { choiceOf, peopleOf } from './people.ts'

const contains = (text: string | undefined, typed: string) =>
  text?.toLowerCase().includes(typed.trim().toLowerCase()) ?? false

/** Current versions first, each marked; then the others, newest first, told apart by their description. */
export const suggestPlaybooks = async (deps: BotDeps, typed: string): Promise<Choice[]> => {
  const name = typed.trim()
  const { playbooks } = await deps.api.listPlaybooks({ ...(name !== '' && { name }), limit: 200 })
  const groups = currentPlaybooks(playbooks)
  const current = groups.map(({ name: text, current: entry }) => ({
    value: entry.uuid,
    text,
    description: ['Current version', entry.description].filter(Boolean).join(': '),
  }))
  const others = groups.flatMap(({ name: text, versions }) =>
    versions
      .slice(0, -1)
      .map((entry, index) => ({
        value: entry.uuid,
        text,
        description: [`Version ${index + 1} of ${versions.length}`, entry.description]
          .filter(Boolean)
          .join(': '),
      }))
      .toReversed(),
  )
  return [...current, ...others]
}

/** Names that the tracker has shown: of its projects, and of its customers where their records say one. */
export const accountNames = async (deps: Pick<BotDeps, 'api'>): Promise<string[]> => {
  const [{ projects }, customers] = await Promise.all([
    deps.api.listProjects({ limit: 200 }),
    peopleOf(deps, true),
  ])
  const ofProjects = projects.flatMap(({ account }) => (account ? [account.name] : []))
  const ofCustomers = customers.flatMap(({ customer_name: name }) => (name ? [name] : []))
  return [...new Set([...ofProjects, ...ofCustomers])].sort()
}

/** The accounts that are known; what is typed too, since an account may have neither project nor customer. */
export const suggestAccounts = async (deps: BotDeps, typed: string): Promise<Choice[]> => {
  const names = await accountNames(deps)
  const known = names.filter((name) => contains(name, typed))
  const words = typed.trim()
  const exact = names.some((name) => name.toLowerCase() === words.toLowerCase())
  return [
    ...known.map((name) => ({ value: name, text: name })),
    ...(words === '' || exact ? [] : [{ value: words, text: words, description: 'As typed' }]),
  ]
}

export const suggestPeople =
  (customers: boolean) =>
  async (deps: BotDeps, typed: string): Promise<Choice[]> => {
    const people = await peopleOf(deps, customers)
    return people
      .map(choiceOf)
      .filter(({ text, description }) => contains(text, typed) || contains(description, typed))
  }
