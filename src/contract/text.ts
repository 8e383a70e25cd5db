import { createHash } from 'node:crypto'

/** Characters that nobody sees: zero-width spaces and joiners, fillers, variation selectors, controls. */
const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\u2800]/gu

export const withoutInvisible = (text: string): string => text.replace(invisible, '')

export const isBlank = (text: string): boolean => withoutInvisible(text).trim() === ''

/** What somebody entered, without the space around it. `''` if nothing in it can be seen. */
export const entered = (text: string): string => (isBlank(text) ? '' : text.trim())

/** Some trackers send an empty text for a field without a value. */
export const ifSet = (text: string | null | undefined): string | undefined =>
  text === null || text === undefined || isBlank(text) ? undefined : text

/**
 * A name for comparing: the same for what looks the same or is typed for it. Case, the form of accents (NFC, NFD), the
 * dot of `İ`, `ς` and `σ`, kinds of spaces and dashes, invisible characters, and a phone's quotes make no difference.
 */
export const folded = (text: string): string =>
  text
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('i\u0307', 'i')
    .replaceAll('ς', 'σ')
    .replace(/\s+/gu, ' ')
    .replace(invisible, '')
    .replace(/[’‘‛ʼ`´]/gu, "'")
    .replace(/[“”„‟]/gu, '"')
    .replace(/[‐‑‒–—―−]/gu, '-')
    .replace(/ {2,}/g, ' ')
    .normalize('NFC')

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** In UTF-16 units. Only a longer letter may be cut, between its code points. */
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

const code = (character: string) => character.charCodeAt(0)
const [quote, backslash, comma, brace, bracket] = [code('"'), code('\\'), code(','), code('{'), code('[')]

/** Counts before parsing, because a megabyte can have 350,000 objects, which take 100 megabytes and half a second. */
export const hasMoreParts = (json: string, most: number): boolean => {
  let parts = 0
  let inText = false
  for (let at = 0; at < json.length; at += 1) {
    const one = json.charCodeAt(at)
    if (one === quote) inText = !inText
    else if (inText) {
      if (one === backslash) at += 1
    } else if (one === comma || one === brace || one === bracket) {
      parts += 1
      if (parts > most) return true
    }
  }
  return false
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (c) => entities[c] ?? c)

/** Plain SHA-256 is enough, because secrets, keys and session ids are long and random. */
export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex')
