import { html } from './html.js'

const width = 560
const height = 220
const frame = { left: 44, right: 8, top: 8, bottom: 40 }
const steps = 4

/** The next 1, 2 or 5 times a power of ten. */
const roundUp = (value) => {
  const power = 10 ** Math.floor(Math.log10(Math.max(value, 1)))
  return [1, 2, 5, 10].map((one) => one * power).find((one) => one >= value) ?? value
}

const short = (label, room) => (label.length > room ? `${label.slice(0, room - 1)}…` : label)

const Bars = ({ series, labels, top }) => {
  const across = width - frame.left - frame.right
  const down = height - frame.top - frame.bottom
  const group = across / labels.length
  const thick = Math.min(40, (group * 0.7) / series.length)
  const y = (value) => frame.top + down - (Math.max(0, value) / top) * down
  return html`
    ${Array.from({ length: steps + 1 }, (_, at) => (top / steps) * at).map(
      (value) => html`
        <line class="grid" x1=${frame.left} x2=${width - frame.right} y1=${y(value)} y2=${y(value)} />
        <text class="tick" x=${frame.left - 6} y=${y(value) + 4} text-anchor="end">${value}</text>
      `,
    )}
    ${labels.map((label, at) => {
      const middle = frame.left + group * (at + 0.5)
      return html`
        ${series.map(({ name, data }, of) => {
          const value = data.find((point) => point.label === label)?.value ?? 0
          const x = middle + (of - series.length / 2) * thick
          return html`
            <rect
              class=${`series-${of}`}
              x=${x}
              y=${y(value)}
              width=${thick - 2}
              height=${down + frame.top - y(value)}
            >
              <title>${label}, ${name}: ${value}</title>
            </rect>
            <text class="value" x=${x + thick / 2 - 1} y=${y(value) - 3} text-anchor="middle">${value}</text>
          `
        })}
        <text class="tick" x=${middle} y=${height - frame.bottom + 16} text-anchor="middle">
          ${short(label, Math.max(4, Math.floor(group / 7)))}
        </text>
      `
    })}
  `
}

/** Slack's `data_visualization` block, as far as apps here use it: bars. */
export const Chart = ({ block }) => {
  const { series, axis_config: axis } = block.chart
  const labels = axis.categories
  const most = Math.max(1, ...series.flatMap(({ data }) => data.map(({ value }) => value)))
  const top = steps * roundUp((most * 1.1) / steps)
  const said = labels.map((label) =>
    series
      .map(({ name, data }) => `${label}, ${name}: ${data.find((one) => one.label === label)?.value}`)
      .join('; '),
  )
  return html`
    <figure class="chart">
      <figcaption>${block.title}</figcaption>
      <svg viewBox=${`0 0 ${width} ${height}`} role="img" aria-label=${`${block.title}. ${said.join('; ')}`}>
        <${Bars} series=${series} labels=${labels} top=${top} />
        ${axis.x_label && html`<text class="axis" x=${width / 2} y=${height - 4} text-anchor="middle">${axis.x_label}</text>`}
      </svg>
      <p class="legend">
        ${series.map(({ name }, of) => html`<span><i class=${`series-${of}`}></i>${name}</span>`)}
        ${axis.y_label && html`<span class="unit">${axis.y_label}</span>`}
      </p>
    </figure>
  `
}
