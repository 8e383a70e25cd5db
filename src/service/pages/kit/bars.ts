import { letters } from './words.ts'

interface Asked {
  title: string
  unit: string
  series: readonly string[]
  /** What to say without rows. */
  none: string
  rows: readonly { label: string; detail: string; values: readonly number[] }[]
  /** The value of a whole bar. By default the largest value. */
  most?: number
}

/** Horizontal bars, which leave room for long names. Lengths are in the units of the drawing. */
export interface Plot extends Omit<Asked, 'rows' | 'most'> {
  width: number
  height: number
  /** Everything in words. */
  said: string
  rows: {
    label: string
    detail: string
    y: number
    bars: { of: number; y: number; width: number; value: number }[]
  }[]
  /** How many rows are not shown. */
  more: number
}

/** One page of paper holds them. The CSV file has all. */
const rowsShown = 12
const width = 640
const barsWidth = 280
const barHeight = 14
const gap = 12

const short = (label: string): string => {
  const shown = letters(label, 27)
  return shown === label ? label : `${shown}…`
}

export const plot = ({ rows, most, ...asked }: Asked): Plot => {
  const shown = rows.slice(0, rowsShown)
  const largest = most ?? Math.max(1, ...shown.flatMap(({ values }) => values))
  const rowHeight = asked.series.length * barHeight + gap
  const saidOf = ({ label, detail, values }: Asked['rows'][number]) =>
    `${label}: ${values.map((value, of) => `${asked.series[of]} ${value}`).join(', ')}, ${detail}`
  return {
    ...asked,
    width,
    height: shown.length * rowHeight,
    said: shown.map(saidOf).join('; '),
    more: rows.length - shown.length,
    rows: shown.map(({ label, detail, values }, at) => ({
      label: short(label),
      detail,
      y: at * rowHeight + rowHeight / 2,
      bars: values.map((value, of) => ({
        of,
        value,
        y: at * rowHeight + gap / 2 + of * barHeight,
        width: Math.round((Math.min(value, largest) / largest) * barsWidth),
      })),
    })),
  }
}
