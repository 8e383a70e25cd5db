import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, release, tmpdir, type as system } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '../support/postgres-server.ts'
import { abuse } from './abuse.ts'
import { latency, start } from './alone.ts'
import { ingest } from './ingest.ts'
import { lanes } from './lanes.ts'
import { memory, neighbor } from './many.ts'
import { tracker } from './tracker.ts'

/** `npm run bench -- [names] [--short]`: measures, prints, and writes into docs/bench.md. `--short` writes nothing. */
const isShort = process.argv.includes('--short')
const asked = process.argv.slice(2).filter((name) => name !== '--short')
const tables = { ingest, lanes, latency, start, memory, neighbor, abuse, tracker }
const chosen = Object.entries(tables).filter(([name]) => asked.length === 0 || asked.includes(name))
if (chosen.length < asked.length) throw new Error(`the tables are ${Object.keys(tables).join(', ')}`)

/** The cost of one durable write on this machine: every durable figure is a multiple of it. */
const fsyncMs = () => {
  const file = join(tmpdir(), `onboarding-bench-${process.pid}`)
  const from = performance.now()
  for (let n = 0; n < 100; n += 1) writeFileSync(file, 'x'.repeat(4_096), { flush: true })
  const each = (performance.now() - from) / 100
  rmSync(file)
  return each
}

/** Date and machine, with the load before the run. */
const machine = () =>
  `${new Date().toISOString().slice(0, 10)}, ${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown CPU'}, ${system()} ${release()}, Node ${process.version}, fsync ${fsyncMs().toFixed(2)} ms, load before ${loadavg()[0]?.toFixed(1)}`

const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`

const markdown = (where: string, { title, head, rows, note }: Awaited<ReturnType<typeof lanes>>): string => {
  const lines = [row(head), row(head.map(() => '---')), ...rows.map(row)]
  return [`## ${title}`, where, lines.join('\n'), note].join('\n\n')
}

const file = new URL('../../docs/bench.md', import.meta.url)
/** In place of what stands below its mark. */
const write = (name: string, measured: string) => {
  const below = new RegExp(`(?<=<!-- ${name} -->\\n\\n).*?(?=\\n\\n<!--|\\n$)`, 's')
  const page = readFileSync(file, 'utf8').replace(below, () => measured)
  writeFileSync(file, page)
}

await using postgres = await startPostgres({ fsync: true })
for (const [name, measure] of chosen) {
  const measured = markdown(machine(), await measure(isShort, postgres.url))
  console.log(`\n${measured}`)
  if (!isShort) write(name, measured)
}
