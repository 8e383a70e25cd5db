import { searchable } from '../like.ts'
import { type Scope, tableOf } from '../rows.ts'

/** How many of the oldest names, and of the newest, show which words are common. */
const sample = 50

/** Shorter words have no trigram. */
const words = /[\p{L}\p{N}]{3,}/gu

/** Runs of rare words; undefined if no word is rarer than the others. A bad sample costs time, but no matches. */
export const rareRuns = (text: string, names: readonly string[]): readonly string[] | undefined => {
  const found = [...text.matchAll(words)].map(({ 0: word, index }) => ({
    at: index,
    end: index + word.length,
    count: names.filter((name) => name.includes(word)).length,
  }))
  const most = 2 * Math.min(...found.map(({ count }) => count)) + names.length / 50
  if (!found.some(({ count }) => count > most)) return undefined
  const runs: { at: number; end: number }[] = []
  let isOpen = false
  for (const { at, end, count } of found) {
    const last = runs.at(-1)
    if (count > most) isOpen = false
    else if (isOpen && last) last.end = end
    else {
      runs.push({ at, end })
      isOpen = true
    }
  }
  return runs.map(({ at, end }) => text.slice(at, end))
}

const ends = async (scope: Scope): Promise<string[]> => {
  const names = (order: 'asc' | 'desc') =>
    tableOf(scope, 'project').select('name_search').orderBy('id', order).limit(sample).execute()
  const [oldest, newest] = [await names('asc'), await names('desc')]
  return [...oldest, ...newest].map(({ name_search }) => name_search)
}

/** Undefined for a single word, too. */
export const rareParts = async (scope: Scope, name: string): Promise<readonly string[] | undefined> => {
  const text = searchable(name)
  return (text.match(words)?.length ?? 0) < 2 ? undefined : rareRuns(text, await ends(scope))
}
