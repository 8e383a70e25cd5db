import { families, familyNames } from '../../../contract/event.ts'
import { eventWords } from './event-words.ts'

export interface FilterPersonFacts {
  uuid: string
  email?: string | undefined
  name: string
}

interface FilterListFacts {
  events: readonly string[]
  modules: readonly string[]
  assignees: readonly string[]
  people: readonly FilterPersonFacts[]
}

export interface FilterFacts {
  include: FilterListFacts
  exclude: FilterListFacts
  tasks: 'all' | 'visible' | 'internal'
}

const most = 20
const some = (words: readonly string[]) =>
  words.length > most
    ? `${words.slice(0, most).join(', ')} and ${words.length - most} more`
    : words.join(', ')

/** Replaces family names, such as `tasks`, with their events. */
const eachEvent = (words: readonly string[]): string[] =>
  words.flatMap((word): readonly string[] => {
    const family = familyNames.find((name) => `${name}s` === word)
    return family === undefined ? [word] : families[family]
  })

const listWords = (before: 'only' | 'never', { events, modules, assignees, people }: FilterListFacts) => [
  ...(events.length > 0 ? [`${before} these events: ${eventWords(eachEvent(events))}`] : []),
  ...(modules.length > 0 ? [`${before} tasks of these modules: ${some(modules)}`] : []),
  ...(assignees.length > 0 ? [`${before} tasks assigned to: ${some(assignees)}`] : []),
  ...(people.length > 0 ? [`${before} what these people did: ${some(people.map(({ name }) => name))}`] : []),
]

const taskWords = (tasks: FilterFacts['tasks']): string[] => {
  if (tasks === 'visible') return ['only customer-visible tasks']
  return tasks === 'internal' ? ['only internal tasks'] : []
}

export const filterWords = ({ include, exclude, tasks }: FilterFacts): string[] => [
  ...listWords('only', include),
  ...taskWords(tasks),
  ...listWords('never', exclude),
]
