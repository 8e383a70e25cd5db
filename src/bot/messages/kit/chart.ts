import type { KnownBlock } from '@slack/types'
import { cut, slackLimits } from './limits.ts'
import { type Part, richText, section } from './message.ts'
import { bold, clean, spansOf } from './spans.ts'

export interface Chart {
  title: string
  /** One value of each series. */
  rows: readonly { label: string; values: readonly number[] }[]
  series: readonly string[]
  /** The titles of the axes. */
  x: string
  y: string
}

/** https://docs.slack.dev/reference/block-kit/blocks/data-visualization-block. Not yet in `@slack/types`. */
interface DataVisualization {
  type: 'data_visualization'
  title: string
  chart: {
    type: 'bar'
    series: { name: string; data: { label: string; value: number }[] }[]
    axis_config: { categories: string[]; x_label: string; y_label: string }
  }
}

/** Slack refuses a category that occurs twice. */
const distinct = (labels: readonly string[]): string[] => {
  const seen = new Map<string, number>()
  return labels.map((label) => {
    const short = cut(clean(label), slackLimits.chartLabel - 5) || '–'
    const times = (seen.get(short) ?? 0) + 1
    seen.set(short, times)
    return times === 1 ? short : `${short} (${times})`
  })
}

/** At most two in a message. `words` say all of it, for `text`. */
export const chart = ({ title, rows, series, x, y }: Chart, words: string): Part => {
  const shown = rows.slice(0, slackLimits.chartPoints)
  const labels = distinct(shown.map(({ label }) => label))
  const block: DataVisualization = {
    type: 'data_visualization',
    title: cut(title, slackLimits.chartTitle),
    chart: {
      type: 'bar',
      series: series.map((name, of) => ({
        name: cut(name, slackLimits.chartLabel),
        data: shown.map(({ values }, at) => ({ label: labels[at] ?? '', value: values[of] ?? 0 })),
      })),
      axis_config: {
        categories: labels,
        x_label: cut(x, slackLimits.chartTitle),
        y_label: cut(y, slackLimits.chartTitle),
      },
    },
  }
  return { blocks: [block as unknown as KnownBlock], text: words }
}

const isChart = (block: { type: string }): boolean => block.type === 'data_visualization'

export const hasCharts = (blocks: readonly { type: string }[]): boolean => blocks.some(isChart)

const longestBar = 16

/** `█` for each part of the largest value. A value above zero has at least one. */
const bar = (value: number, largest: number): string =>
  value <= 0 || largest <= 0 ? '' : '█'.repeat(Math.max(1, Math.round((value / largest) * longestBar)))

const asTable = ({ title, chart: { series, axis_config: axis } }: DataVisualization): KnownBlock => {
  const values = series.flatMap(({ data }) => data.map(({ value }) => value))
  const largest = Math.max(...values)
  const widest = Math.max(...axis.categories.map((label) => label.length))
  const named = series.length > 1 ? Math.max(...series.map(({ name }) => name.length)) : 0
  const rows = axis.categories.flatMap((label, at) =>
    series.map(({ name, data }, of) => {
      const value = data[at]?.value ?? 0
      const head = [(of === 0 ? label : '').padEnd(widest), ...(named > 0 ? [name.padEnd(named)] : [])]
      return [...head, `${bar(value, largest)} ${value.toLocaleString('en-US')}`].join('  ')
    }),
  )
  return richText(section(spansOf([bold(title), ` (${axis.y_label})`])), {
    type: 'rich_text_preformatted',
    elements: [{ type: 'text', text: rows.join('\n') }],
  })
}

/** Bars of characters in place of charts, for a Slack that refuses these. */
export const withoutCharts = (blocks: readonly KnownBlock[]): KnownBlock[] =>
  blocks.map((block) => (isChart(block) ? asTable(block as unknown as DataVisualization) : block))
