export interface Table {
  readonly title: string
  readonly head: readonly string[]
  readonly rows: readonly (readonly string[])[]
  /** A paragraph below the figures that explains them. */
  readonly note: string
}

const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`

/** `where` is a line below the title, with date and machine. */
export const markdown = ({ title, head, rows, note }: Table, where: string): string => {
  const lines = [row(head), row(head.map(() => '---')), ...rows.map(row)]
  return [`## ${title}`, where, lines.join('\n'), note].join('\n\n')
}

/** A figure, and how many times the baseline's it is. */
export const beside = (figure: number, baseline: number | undefined, digits = 1): string =>
  baseline === undefined
    ? figure.toFixed(digits)
    : `${figure.toFixed(digits)} = ${(figure / baseline).toFixed(1)} ×`

/** p50 is the share 0.5 of the numbers, p99 is 0.99, and the largest is 1. */
export const quantile = (numbers: readonly number[], share: number): number =>
  [...numbers].sort((a, b) => a - b)[Math.ceil(share * numbers.length) - 1] ?? Infinity

export const median = (numbers: readonly number[]): number => quantile(numbers, 0.5)
