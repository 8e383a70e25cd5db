/** Folds case and accents for search, alike on both engines: SQLite knows ASCII case only. Σ is always σ. */
export const searchable = (name: string): string =>
  name.normalize('NFC').toLowerCase().replaceAll('ς', 'σ').normalize('NFC')

/** A pattern for `like … escape '\'`; wildcards in the text are literal. */
export const around = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`

export const containing = (name: string): string => around(searchable(name))

export interface Page {
  readonly limit: number
  readonly offset: number
}
