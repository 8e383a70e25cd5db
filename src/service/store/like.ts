/**
 * A name as it is searched: letters in any case and in either form of their accents are the same, on both
 * engines alike, since neither is asked (SQLite knows the case of ASCII alone). Σ is σ wherever it stands.
 */
export const searchable = (name: string): string =>
  name.normalize('NFC').toLowerCase().replaceAll('ς', 'σ').normalize('NFC')

/** A substring of it for `like … escape '\'`, with its own wildcards taken literally. */
export const containing = (text: string): string => `%${searchable(text).replace(/[\\%_]/g, '\\$&')}%`

export interface Page {
  readonly limit: number
  readonly offset: number
}
