import { type EventName, eventNames, families, isEventName } from '../../../contract/event.ts'

/** The words for whole families. */
const familyWords: Readonly<Record<string, readonly EventName[]>> = {
  comments: families.comment,
  tasks: families.task,
  subtasks: families.subtask,
  projects: families.project,
  modules: families.module,
  all: eventNames,
}

/** Everything that may stand behind `subscribe <project>`, without the `-` that excludes. */
export const eventWordsKnown: readonly string[] = [...Object.keys(familyWords), ...eventNames]

const bare = (word: string) => (word.startsWith('-') ? word.slice(1) : word)

const eventsOf = (word: string): readonly EventName[] => {
  if (isEventName(word)) return [word]
  return Object.hasOwn(familyWords, word) ? (familyWords[word] ?? []) : []
}

export const isEventWord = (word: string): boolean => eventsOf(bare(word)).length > 0

/** What a channel receives when nothing else is said: subtasks and modules would be noise for most. */
const defaults = ['comments', 'tasks', 'projects']

/**
 * `['tasks', '-task_updated']` → the events, in the interface's order. `-name` excludes, wherever it stands;
 * excluding alone starts from the default. Words that are no event words count for nothing: parsers refuse them.
 */
export const resolveEvents = (words: readonly string[]): EventName[] => {
  const included = words.filter((word) => !word.startsWith('-'))
  const wanted = new Set((included.length ? included : defaults).flatMap(eventsOf))
  const unwanted = new Set(
    words.filter((word) => word.startsWith('-')).flatMap((word) => eventsOf(bare(word))),
  )
  return eventNames.filter((name) => wanted.has(name) && !unwanted.has(name))
}

export const defaultEvents: readonly EventName[] = resolveEvents([])
