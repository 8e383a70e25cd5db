const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Letters that people see as one may have many units; longer ones are cut between code points. */
const longestLetter = 64

const endOf = (text: string, most: number): number => {
  const from = Math.max(0, most - longestLetter)
  let end = from
  for (const { index } of graphemes.segment(text.slice(from, most + longestLetter)))
    if (from + index <= most) end = from + index
  return end > from ? end : most
}

/** The beginning of a text, of at most so many UTF-16 units. It ends between two letters, never inside one. */
export const startOf = (text: string, most: number): string => {
  if (text.length <= most) return text
  const kept = text.slice(0, endOf(text, most))
  // Half a surrogate pair is no text: JSON would carry it to a receiver that refuses it.
  return kept.replace(/[\uD800-\uDBFF]$/, '')
}
