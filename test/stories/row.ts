/** What a person was promised, and the tests that hold it. */
export interface Row {
  readonly id: string
  readonly sentence: string
  /** Titles of tests, as they are written in their files. */
  readonly tests: readonly string[]
}
export interface Section {
  readonly title: string
  readonly rows: readonly Row[]
}

/** A promise, and the titles of the tests that hold it: `row('…').heldBy('…', '…')`. */
export const row = (sentence: string) => ({ heldBy: (...tests: string[]) => ({ sentence, tests }) })

/** The rows of a section; each id is the section's word and the row's name: `command help`. */
export const section = (
  title: string,
  word: string,
  rows: Readonly<Record<string, Omit<Row, 'id'>>>,
): Section => ({
  title,
  rows: Object.entries(rows).map(([name, row]) => ({ id: `${word} ${name}`, ...row })),
})
