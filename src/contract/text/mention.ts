const literal = (word: string): string => word.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')

/** Finds `@word` in any case, but only as a whole: `@Dana Smith` is not in `@Dana Smithson`. */
export const mentionOf = (word: string): RegExp =>
  new RegExp(`@${literal(word)}(?![\\p{L}\\p{M}\\p{N}_])`, 'giu')

/** What somebody may be mentioned by: a full name or an email address. */
export interface Mentionable<P> {
  readonly word: string
  readonly person: P
}

/**
 * The people that a text mentions, in its order. Longest words match first, so that `@Dana Lee Smith` does not mention
 * `@Dana Lee`. A word of two people matches neither.
 */
export const mentionsIn = <P>(text: string, words: readonly Mentionable<P>[]): P[] => {
  const places = new Map<P, number>()
  let rest = text
  const longestFirst = words.filter(({ word }) => word !== '').sort((a, b) => b.word.length - a.word.length)
  for (const { word, person } of longestFirst) {
    const at = rest.search(mentionOf(word))
    if (at < 0) continue
    const alike = words.filter((other) => other.word.toLowerCase() === word.toLowerCase())
    if (alike.every((other) => other.person === person))
      places.set(person, Math.min(at, places.get(person) ?? at))
    rest = rest.replaceAll(mentionOf(word), (mention) => ' '.repeat(mention.length))
  }
  return [...places].sort(([, one], [, other]) => one - other).map(([person]) => person)
}
