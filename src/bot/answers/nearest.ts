/** Counts insertions, deletions, replacements and swaps of adjacent letters (Damerau-Levenshtein). */
const distance = (from: string, to: string): number => {
  let before: number[] = []
  let above = Array.from({ length: to.length + 1 }, (_, column) => column)
  for (let row = 1; row <= from.length; row++) {
    const current = [row]
    for (let column = 1; column <= to.length; column++) {
      const same = from[row - 1] === to[column - 1]
      const swapped =
        row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]
      const costs = [
        (above[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (above[column - 1] ?? 0) + (same ? 0 : 1),
        swapped ? (before[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      ]
      current.push(Math.min(...costs))
    }
    before = above
    above = current
  }
  return above[to.length] ?? 0
}

/** A longer word is not a typo, and comparing it would be slow. */
const longest = 40

/** The closest word with at most a third of its letters different, or one that starts with the typed text. */
export const nearest = <W extends string>(typed: string, words: readonly W[]): W | undefined => {
  const word = typed.toLowerCase()
  if (word === '' || word.length > longest) return undefined
  const [best] = words
    .map((candidate) => ({ candidate, far: distance(word, candidate) }))
    .filter(({ candidate, far }) => far <= Math.max(1, Math.floor(candidate.length / 3)))
    .toSorted((a, b) => a.far - b.far)
  if (best) return best.candidate
  return word.length >= 3 ? words.find((candidate) => candidate.startsWith(word)) : undefined
}
