/** What nobody sees: zero-width spaces and joiners, fillers, variation selectors, controls. */
const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\u2800]/gu

export const withoutInvisible = (text: string): string => text.replace(invisible, '')

export const isBlank = (text: string): boolean => withoutInvisible(text).trim() === ''

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
