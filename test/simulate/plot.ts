export interface Series {
  readonly name: string
  /** Size and delay in ms. */
  readonly points: readonly (readonly [number, number])[]
}

export interface Plot {
  readonly title: string
  readonly across: string
  readonly series: readonly Series[]
}

const [width, height, margin, legend] = [720, 380, 60, 190]
const colours = ['#0b6e4f', '#c2410c', '#1d4ed8', '#7e22ce', '#b91c1c', '#4b5563']

export const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const decades = (values: readonly number[]): number[] => {
  const first = Math.floor(Math.log10(Math.min(...values)))
  const last = Math.max(first + 1, Math.ceil(Math.log10(Math.max(...values))))
  return Array.from({ length: last - first + 1 }, (_, at) => 10 ** (first + at))
}

/** A position on a logarithmic axis. */
const scale = (ticks: readonly number[], from: number, to: number) => {
  const [low, high] = [Math.log10(ticks[0] ?? 1), Math.log10(ticks.at(-1) ?? 10)]
  return (value: number) => from + ((Math.log10(value) - low) / (high - low)) * (to - from)
}

/** Numbers of an axis, the same on every machine. */
const words = (value: number) => String(Number(value.toPrecision(3))).replace(/\B(?=(\d{3})+$)/, ',')

const text = (x: number, y: number, content: string, more = '') =>
  `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" ${more}>${escaped(content)}</text>`

/** Delay against size, both logarithmic, as SVG. Delays under a millisecond count as one. */
export const svgOf = ({ title, across, series }: Plot): string => {
  const all = series.flatMap(({ points }) => points)
  const seconds = (ms: number) => Math.max(ms, 1) / 1_000
  const [columns, lines] = [decades(all.map(([x]) => x)), decades(all.map(([, ms]) => seconds(ms)))]
  const right = width - legend
  const [x, y] = [scale(columns, margin, right), scale(lines, height - margin, 30)]
  const bottom = height - margin
  const parts = [
    ...columns.map(
      (tick) =>
        `<line x1="${x(tick)}" x2="${x(tick)}" y1="30" y2="${bottom}"/>${text(x(tick), bottom + 18, words(tick), 'text-anchor="middle"')}`,
    ),
    ...lines.map(
      (tick) =>
        `<line x1="${margin}" x2="${right}" y1="${y(tick)}" y2="${y(tick)}"/>${text(margin - 8, y(tick) + 4, `${words(tick)} s`, 'text-anchor="end"')}`,
    ),
    text((margin + right) / 2, height - 14, across, 'text-anchor="middle"'),
    ...series.map(({ name, points }, at) => {
      const colour = colours[at % colours.length]
      const path = points.map(([size, ms]) => `${x(size).toFixed(1)},${y(seconds(ms)).toFixed(1)}`).join(' ')
      return `<polyline points="${path}" style="stroke:${colour}"/>${text(right + 14, 46 + 20 * at, name, `style="fill:${colour}"`)}`
    }),
  ]
  return `<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${escaped(title)}">${parts.join('\n')}</svg>`
}
