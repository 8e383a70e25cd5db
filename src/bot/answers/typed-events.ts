import { type EventName, eventNames, families, isEventName } from '../../contract/event.ts'

/** `comments`, `tasks` … */
const familyWords: Readonly<Record<string, readonly EventName[]>> = {
  ...Object.fromEntries(Object.entries(families).map(([family, names]) => [`${family}s`, names])),
  all: eventNames,
}

export const eventWordsKnown: readonly string[] = [...Object.keys(familyWords), ...eventNames]

/** As the table has it: phones begin a word with a capital, and make a dash of `-`. */
export const eventWord = (word: string): string => word.replace(/^[‐‑‒–—−]/u, '-').toLowerCase()

const bare = (word: string) => (word.startsWith('-') ? word.slice(1) : word)

const eventsOf = (word: string): readonly EventName[] => {
  if (isEventName(word)) return [word]
  return Object.hasOwn(familyWords, word) ? (familyWords[word] ?? []) : []
}

export const isEventWord = (word: string): boolean => eventsOf(bare(word)).length > 0

/** Events in the interface's order. `-name` excludes anywhere, from `base` when nothing is included. */
export const resolveEvents = (words: readonly string[], base: readonly EventName[]): EventName[] => {
  const included = words.filter((word) => !word.startsWith('-'))
  const wanted = new Set(included.length ? included.flatMap(eventsOf) : base)
  const unwanted = new Set(
    words.filter((word) => word.startsWith('-')).flatMap((word) => eventsOf(bare(word))),
  )
  return eventNames.filter((name) => wanted.has(name) && !unwanted.has(name))
}
