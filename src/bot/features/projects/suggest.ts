import { isChannelId } from '../../slack/slack.ts'
import { folded, entered } from '../../../contract/text.ts'
import type { Playbook } from '../../../contract/project.ts'
import type { User } from '../../../contract/user.ts'
import { knownTask } from '../../store/known-projects.ts'
import { moduleNames, tasksOfChannel } from '../../store/channel-tasks.ts'
import { asTyped, taskReference } from '../../answers/reference.ts'
import type { Choice } from '../../kit/form-elements.ts'
import type { Actor } from '../../audience/actor.ts'
import type { BotDeps } from '../../deps/deps.ts'
import { mayShow } from '../../audience/audience.ts'
import { readValue } from '../../kit/facts.ts'
import { createMetadataSchema } from './messages/create-dialog.ts'
import { within } from '../../kit/time.ts'
import { accountNames } from '../../answers/named-project.ts'
import { choiceOf, isContactOf, peopleOf } from '../../tracker/people.ts'

interface CurrentPlaybook {
  name: string
  /** The last entry of exactly this name (interface, "Endpoints"), because the list has no version flag. */
  current: Playbook
  /** Oldest first. */
  versions: readonly Playbook[]
}

/** One entry per name, in order of first appearance. */
export const currentPlaybooks = (list: readonly Playbook[]): CurrentPlaybook[] => {
  const byName = Map.groupBy(list, ({ name }) => name)
  return [...byName].flatMap(([name, versions]) => {
    const current = versions.at(-1)
    return current ? [{ name, current, versions }] : []
  })
}

/** Pages of 200, so 1,000 versions: no real name has more. */
const mostPages = 5

/** Oldest first. The current version may be on the last page. */
export const playbooksNamed = async (
  deps: Pick<BotDeps, 'api'>,
  name: string | undefined,
): Promise<readonly Playbook[]> => {
  const list: Playbook[] = []
  for (let page = 0; page < mostPages; page++) {
    const { playbooks, pagination } = await deps.api.listPlaybooks({
      ...(name && { name }),
      limit: 200,
      // Sent only when needed, because an older server may not support it.
      ...(page > 0 && { offset: list.length }),
    })
    list.push(...playbooks)
    if (playbooks.length === 0 || list.length >= pagination.total) break
  }
  // A tracker that ignores the offset returns the same page again.
  return [...new Map(list.map((one) => [one.uuid, one])).values()]
}

const contains = (text: string | null | undefined, query: string): boolean =>
  !!text && folded(text).includes(folded(entered(query)))

/** Also offers the typed text, because the tracker may not have it yet. */
const withTyped = (names: readonly string[], query: string): Choice[] => {
  const words = entered(query)
  const exact = names.some((name) => folded(name) === folded(words))
  return [
    ...names.map((name) => ({ value: name, text: name })),
    ...(words === '' || exact ? [] : [{ value: words, text: words, description: 'As typed' }]),
  ]
}

/** The tracker searches only names. Other words are matched here, against descriptions and numbers. */
const playbooksFor = async (deps: BotDeps, query: string): Promise<readonly Playbook[]> => {
  const words = entered(query).split(/\s+/)
  for (const upTo of [words.length, 2, 1, 0]) {
    if (upTo > words.length) continue
    const playbooks = await playbooksNamed(deps, words.slice(0, upTo).join(' '))
    if (playbooks.length > 0) return playbooks
  }
  return []
}

const entry = (text: string, which: string, { uuid, description }: Playbook): Choice => ({
  value: uuid,
  text,
  description: [which, description].filter(Boolean).join(': '),
})

const entries = (list: readonly Playbook[]): Choice[] => {
  const groups = currentPlaybooks(list)
  const older = groups.flatMap(({ name, versions }) =>
    versions
      .slice(0, -1)
      .map((one, index) => entry(name, `Version ${index + 1} of ${versions.length}`, one))
      .toReversed(),
  )
  return [...groups.map(({ name, current }) => entry(name, 'Current version', current)), ...older]
}

export const suggestPlaybooks = async (deps: BotDeps, _by: Actor, query: string): Promise<Choice[]> => {
  const words = folded(query).split(' ').filter(Boolean)
  // `12` must match a whole number, not part of 120.
  const says = (text: string, word: string) =>
    /^\d+$/.test(word) ? text.split(/\D+/).includes(word) : text.includes(word)
  return entries(await playbooksFor(deps, query)).filter(({ text, description }) =>
    words.every((word) => says(folded(`${text} ${description}`), word)),
  )
}

/** Also offers the typed text: the interface doesn't show an account that has no project and no customer. */
export const suggestAccounts = async (deps: BotDeps, _by: Actor, query: string): Promise<Choice[]> => {
  const names = (await accountNames(deps)).filter((name) => contains(name, query))
  return withTyped(names, query)
}

const choicesAmong = (people: readonly User[], query: string): Choice[] =>
  people
    .map(choiceOf)
    .filter(({ text, description }) => contains(text, query) || contains(description, query))

export const suggestTeam = async (deps: BotDeps, _by: Actor, query: string): Promise<Choice[]> =>
  choicesAmong(await peopleOf(deps, false), query)

/** Contacts of the account that the dialog's metadata names. */
export const suggestCustomers = async (deps: BotDeps, _by: Actor, query: string, metadata: string) => {
  const { account } = readValue(createMetadataSchema, metadata)
  if (account === undefined) return []
  const contacts = (await peopleOf(deps, true)).filter((user) => isContactOf(user, account))
  return choicesAmong(contacts, query)
}

/** Slack waits three seconds for a menu's entries. */
const patienceMs = 1_500

/** A URL or uuid selects one task. */
export const suggestTasks = async (deps: BotDeps, { place }: Actor, query: string): Promise<Choice[]> => {
  const named = taskReference(entered(asTyped(query)))
  if (named?.by === 'uuid') {
    const stored = await knownTask(deps.database.sql, named.uuid)
    const task = stored ?? (await within(patienceMs, deps.api.getTask({ task_uuid: named.uuid })))
    return task ? [{ value: named.uuid, text: task.name }] : []
  }
  if (!place) return []
  const where = { limit: 100, orProject: true, ofAll: !isChannelId(place.channel) }
  const tasks = await tasksOfChannel(deps.database.sql, place.channel, entered(query), where)
  return tasks
    .filter(({ isInternal }) => mayShow(place, isInternal))
    .map(({ uuid, name, projectName, isDone }) => ({
      value: uuid,
      text: name,
      description: isDone ? ['Completed', projectName].filter(Boolean).join(' · ') : projectName,
    }))
}

/** Module names that the bot has seen; projects share them. */
export const suggestModules = async (deps: BotDeps, _by: Actor, query: string): Promise<Choice[]> =>
  withTyped(await moduleNames(deps.database.sql, entered(query), 99), query)
