import type { Table } from '../bench/table.ts'
import { escaped, type Plot, svgOf } from './plot.ts'

const style = `
body { font: 15px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: #1f2937; background: #fff }
table { border-collapse: collapse; margin: 1rem 0 }
th, td { border-bottom: 1px solid #d1d5db; padding: .25rem .75rem; text-align: left; vertical-align: top }
svg { width: 100%; max-width: 45rem }
svg line { stroke: #e5e7eb }
svg polyline { fill: none; stroke-width: 2.5 }
svg text { font: 12px system-ui, sans-serif; fill: #374151 }`

const row = (cells: readonly string[], cell: 'th' | 'td') =>
  `<tr>${cells.map((content) => `<${cell}>${escaped(content)}</${cell}>`).join('')}</tr>`

const tableOf = ({ title, head, rows, note }: Table) =>
  `<h2>${escaped(title)}</h2>
<table>${row(head, 'th')}${rows.map((cells) => row(cells, 'td')).join('\n')}</table>
${note === undefined ? '' : `<p>${escaped(note)}</p>`}`

/** One page that needs no network. */
export const pageOf = (title: string, tables: readonly Table[], plots: readonly Plot[]): string =>
  `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>${escaped(title)}</title>
<style>${style}</style>
<h1>${escaped(title)}</h1>
${plots.map((plot) => `<h2>${escaped(plot.title)}</h2>\n${svgOf(plot)}`).join('\n')}
${tables.map(tableOf).join('\n')}
</html>
`
