/** A word that stands for all that is one workspace's or one tracker's. */
export const markOf = (of: 'slack' | 'track', n: number): string => `${of}word${n}x`

const marks = /(slack|track)word(\d+)x/gi

interface Owner {
  readonly n: number
  readonly tracker: { readonly n: number }
}

/** Words in a text that are neither this workspace's nor its tracker's. */
export const foreignTo = ({ n, tracker }: Owner, text: string): string[] =>
  [...text.matchAll(marks)].flatMap(([word, of, number]) =>
    Number(number) === (of?.toLowerCase() === 'slack' ? n : tracker.n) ? [] : word,
  )

/** Any of the words. */
export const anyMark = (text: string): string[] => [...text.matchAll(marks)].map(([word]) => word)
