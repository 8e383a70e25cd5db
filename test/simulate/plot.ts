export interface Series {
  readonly name: string
  readonly points: readonly (readonly [number, number])[]
}

export interface Plot {
  readonly title: string
  readonly across: string
  /** After each number of the vertical axis. */
  readonly unit: string
  /** Both axes. Values on logarithmic ones are above 0. */
  readonly axes: 'logarithmic' | 'linear'
  readonly series: readonly Series[]
}

const [width, height, margin, legend] = [720, 380, 60, 190]
const colours = ['#0b6e4f', '#c2410c', '#1d4ed8', '#7e22ce', '#b91c1c', '#4b5563', '#a16207']

export const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

interface Axis {
  readonly ticks: readonly number[]
  readonly place: (value: number) => number
}

const logarithmic = (values: readonly number[], from: number, to: number): Axis => {
  const low = Math.floor(Math.log10(Math.min(...values)))
  const high = Math.max(low + 1, Math.ceil(Math.log10(Math.max(...values))))
  return {
    ticks: Array.from({ length: high - low + 1 }, (_, at) => 10 ** (low + at)),
    place: (value) => from + ((Math.log10(value) - low) / (high - low)) * (to - from),
  }
}

/** From 0, in four to ten steps of a round number. */
const linear = (values: readonly number[], from: number, to: number): Axis => {
  const most = Math.max(...values, 1)
  const power = 10 ** Math.floor(Math.log10(most))
  const step = most / power < 4 ? power / 2 : power
  const steps = Math.ceil(most / step)
  return {
    ticks: Array.from({ length: steps + 1 }, (_, at) => at * step),
    place: (value) => from + (value / (steps * step)) * (to - from),
  }
}

/** Numbers of an axis, the same on every machine. */
const words = (value: number) => String(Number(value.toPrecision(3))).replace(/\B(?=(\d{3})+$)/, ',')

const text = (x: number, y: number, content: string, more = '') =>
  `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" ${more}>${escaped(content)}</text>`

export const svgOf = ({ title, across, unit, axes, series }: Plot): string => {
  const all = series.flatMap(({ points }) => points)
  const axis = axes === 'linear' ? linear : logarithmic
  const [right, bottom] = [width - legend, height - margin]
  const x = axis(
    all.map(([value]) => value),
    margin,
    right,
  )
  const y = axis(
    all.map(([, value]) => value),
    bottom,
    30,
  )
  const parts = [
    ...x.ticks.map((tick) => {
      const at = x.place(tick).toFixed(1)
      return `<line x1="${at}" x2="${at}" y1="30" y2="${bottom}"/>${text(x.place(tick), bottom + 18, words(tick), 'text-anchor="middle"')}`
    }),
    ...y.ticks.map((tick) => {
      const at = y.place(tick).toFixed(1)
      return `<line x1="${margin}" x2="${right}" y1="${at}" y2="${at}"/>${text(margin - 8, y.place(tick) + 4, `${words(tick)} ${unit}`, 'text-anchor="end"')}`
    }),
    text((margin + right) / 2, height - 14, across, 'text-anchor="middle"'),
    ...series.map(({ name, points }, at) => {
      const colour = colours[at % colours.length]
      const path = points
        .map(([across, up]) => `${x.place(across).toFixed(1)},${y.place(up).toFixed(1)}`)
        .join(' ')
      return `<polyline points="${path}" style="stroke:${colour}"/>${text(right + 14, 46 + 20 * at, name, `style="fill:${colour}"`)}`
    }),
  ]
  return `<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${escaped(title)}">${parts.join('\n')}</svg>`
}
