/** The lines of a long text, which becomes three comments. */
const lines = 300
const lineOf = (key: string, version: string, n: number) =>
  `${String(n).padStart(4, '0')} of ${key} ${version}, said at such length that it takes several parts.`

/** A person's text: the key, which identifies it everywhere, and its version. */
export const wordsOf = (key: string, version: string, isLong = false): string =>
  [
    `${key} ${version}`,
    ...(isLong ? Array.from({ length: lines }, (_, n) => lineOf(key, version, n + 1)) : []),
  ].join('\n')

/** What is wrong with a reply's comments, in order. Undefined if they contain its whole text once. */
export const wrongParts = (bodies: readonly string[], isLong: boolean): string | undefined => {
  if (!isLong) return bodies.length === 1 ? undefined : `${bodies.length} comments`
  const marks = bodies.map((body) => /\((\d+\/\d+)\) /.exec(body)?.[1] ?? '?')
  const whole = bodies.map((_, n) => `${n + 1}/${bodies.length}`)
  if (marks.join(' ') !== whole.join(' ')) return `the parts ${marks.join(' ')}`
  const numbers = bodies.join('\n').match(/\d{4}(?= of )/g) ?? []
  const isWhole = numbers.length === lines && numbers.every((number, n) => Number(number) === n + 1)
  return isWhole ? undefined : `${numbers.length} of ${lines} lines, or in another order`
}
