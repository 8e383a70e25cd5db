export interface Table {
  readonly title: string
  readonly head: readonly string[]
  readonly rows: readonly (readonly string[])[]
  /** What a reader must know to read the figures; a paragraph below them. */
  readonly note?: string
}

const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`

export const markdown = ({ title, head, rows, note }: Table): string =>
  [
    `## ${title}`,
    '',
    row(head),
    row(head.map(() => '---')),
    ...rows.map(row),
    ...(note === undefined ? [] : ['', note]),
  ].join('\n')

export const median = (numbers: readonly number[]): number =>
  [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? NaN
