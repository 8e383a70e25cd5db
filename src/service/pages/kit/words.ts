const dates = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' })
const times = new Intl.DateTimeFormat('en', {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZone: 'UTC',
})

/** `2026-12-17` → `Dec 17, 2026`. */
export const shortDate = (day: string): string => dates.format(new Date(day))

/** In UTC, because the server doesn't know the reader's time zone. */
export const shortTime = (iso: string): string => `${times.format(new Date(iso))} UTC`

const months = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** `2026-11` → `November 2026`. */
export const wholeMonth = (month: string): string => months.format(new Date(`${month}-01`))

/** A script changes it to the reader's time zone. */
export const timeView = (at: number | string) => {
  const iso = new Date(at).toISOString()
  return { iso, text: shortTime(iso) }
}

export const plural = (count: number, one: string): string =>
  `${count.toLocaleString('en-US')} ${one}${count === 1 ? '' : 's'}`

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Counts letters as people do: an emoji counts as one. */
export const letters = (text: string, count: number): string =>
  Array.from(graphemes.segment(text.slice(0, count * 20)), ({ segment }) => segment)
    .slice(0, count)
    .join('')

export const initials = (name: string): string => {
  const words = name.split(/\s+/).filter(Boolean)
  const first = letters(words[0] ?? '?', 1)
  const last = words.length > 1 ? letters(words.at(-1) ?? '', 1) : ''
  return `${first}${last}`.toUpperCase()
}
