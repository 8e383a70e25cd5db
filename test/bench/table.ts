import { readFile, writeFile } from 'node:fs/promises'

export interface Table {
  readonly title: string
  readonly head: readonly string[]
  readonly rows: readonly (readonly string[])[]
  /** A paragraph below the figures that explains them. */
  readonly note?: string
}

const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`

/** `where` is a line below the title, with date and machine. */
export const markdown = ({ title, head, rows, note }: Table, where: string): string =>
  [
    `## ${title}`,
    '',
    where,
    '',
    row(head),
    row(head.map(() => '---')),
    ...rows.map(row),
    ...(note === undefined ? [] : ['', note]),
  ].join('\n')

/** A figure, and how many times the baseline's it is. */
export const beside = (figure: number, baseline: number | undefined, digits = 1): string =>
  baseline === undefined
    ? figure.toFixed(digits)
    : `${figure.toFixed(digits)} = ${(figure / baseline).toFixed(1)} ×`

/** The middle one. Throws if there is none. */
export const medianBy = <T>(list: readonly T[], of: (one: T) => number): T => {
  const middle = [...list].sort((a, b) => of(a) - of(b))[Math.floor(list.length / 2)]
  if (middle === undefined) throw new RangeError('the median of nothing')
  return middle
}

export const median = (numbers: readonly number[]): number => medianBy(numbers, (n) => n)

/** p50 is the share 0.5 of the numbers, p99 is 0.99, and the largest is 1. */
export const quantile = (numbers: readonly number[], share: number): number =>
  [...numbers].sort((a, b) => a - b)[Math.ceil(share * numbers.length) - 1] ?? Infinity

const file = new URL('../../docs/bench.md', import.meta.url)
const heading = (name: string) => `<!-- ${name} -->`

/** Replaces each measured section in docs/bench.md, or adds it at the end. Other sections stay. */
export const writeSections = async (measured: Readonly<Record<string, string>>): Promise<void> => {
  const [opening = '', ...sections] = (await readFile(file, 'utf8')).split(/^(?=<!-- \w+ -->\n)/m)
  for (const [name, text] of Object.entries(measured)) {
    const section = `${heading(name)}\n\n${text}`
    const at = sections.findIndex((one) => one.startsWith(heading(name)))
    if (at < 0) sections.push(section)
    else sections[at] = section
  }
  const parts = [opening, ...sections].map((one) => one.trim())
  await writeFile(file, `${parts.join('\n\n')}\n`)
}
