/** A word that stands for all that is one workspace's or one tracker's. */
export const markOf = (of: 'slack' | 'track', n: number): string => `${of}word${n}x`

const marks = /(slack|track)word(\d+)x/gi

interface Owner {
  readonly n: number
  readonly tracker: { readonly n: number; readonly said: ReadonlySet<string> }
}

const foreign = ({ n, tracker }: Owner, text: string): string[] =>
  [...text.matchAll(marks)].flatMap(([word, of, number]) =>
    Number(number) === (of?.toLowerCase() === 'slack' ? n : tracker.n) ? [] : word,
  )

/** Words in a text that are neither this workspace's nor its tracker's. Its tracker's comments are its own, too. */
export const foreignTo = (owner: Owner, text: string): string[] => {
  if (foreign(owner, text).length === 0) return []
  const longestFirst = [...owner.tracker.said].sort((one, other) => other.length - one.length)
  return foreign(
    owner,
    longestFirst.reduce((rest, said) => rest.replaceAll(said, ''), text),
  )
}

export const anyMark = (text: string): string[] => [...text.matchAll(marks)].map(([word]) => word)
