import { folded } from '../../contract/text/folded.ts'

/** What is searched is stored, because SQLite only folds ASCII. */
export const searchable = folded

/** A full name, folded, by which a mention finds its person. */
export const nameKey = ({ first_name, last_name }: { first_name: string; last_name: string }): string =>
  folded(`${first_name} ${last_name}`.trim())

/** A pattern for `like … escape '\'` that takes wildcards in the text literally. */
export const around = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`

export const containing = (name: string): string => around(searchable(name))

export interface Page {
  readonly limit: number
  readonly offset: number
}
