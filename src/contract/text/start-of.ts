const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** In UTF-16 units. A longer letter is cut between code points. */
const longestLetter = 64

const endOf = (text: string, most: number): number => {
  const from = Math.max(0, most - longestLetter)
  let end = from
  for (const { index } of graphemes.segment(text.slice(from, most + longestLetter)))
    if (from + index <= most) end = from + index
  return end > from ? end : most
}

/** The first `most` UTF-16 units of a text, or fewer, so as not to cut a letter. */
export const startOf = (text: string, most: number): string => {
  if (text.length <= most) return text
  const kept = text.slice(0, endOf(text, most))
  // Half a surrogate pair is not valid text, and receivers would refuse it.
  return kept.replace(/[\uD800-\uDBFF]$/, '')
}
