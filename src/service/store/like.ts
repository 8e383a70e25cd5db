/**
 * A name as it is searched: letters in any case and in either form of their accents are the same, on both
 * engines alike, since neither is asked (SQLite knows the case of ASCII alone). Σ is σ wherever it stands.
 */
export const searchable = (name: string): string =>
  name.normalize('NFC').toLowerCase().replaceAll('ς', 'σ').normalize('NFC')

/** Text that contains this one, for `like … escape '\'`: its own wildcards are taken literally. */
export const around = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`

/** The same of a name as it is searched. */
export const containing = (name: string): string => around(searchable(name))

export interface Page {
  readonly limit: number
  readonly offset: number
}
