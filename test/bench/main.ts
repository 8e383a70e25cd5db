import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { cpus, loadavg, release, tmpdir, type as system } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '../support/postgres-server.ts'
import { bell } from './bell.ts'
import { writeSections } from './document.ts'
import { growth } from './growth.ts'
import { ingest } from './ingest.ts'
import { installations } from './installations.ts'
import { lanes } from './lanes.ts'
import { latency } from './latency.ts'
import { nodes } from './nodes.ts'
import { outage } from './outage.ts'
import { replies } from './replies.ts'
import { report } from './report.ts'
import { service } from './service.ts'
import { signs } from './signs.ts'
import { start } from './start.ts'
import { statements } from './statements.ts'
import { markdown } from './table.ts'

/** `npm run bench [bell] [growth] [ingest] [installations] [lanes] [latency] [nodes] [outage] [replies] [report] [service] [signs] [start] [statements]`: measures, prints, and writes what was measured into docs/bench.md. All take about two hours. */
const tables = {
  bell,
  growth,
  ingest,
  installations,
  lanes,
  latency,
  nodes,
  outage,
  replies,
  report,
  service,
  signs,
  start,
  statements,
}
const names = Object.keys(tables) as (keyof typeof tables)[]
const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !names.some((known) => known === name))
if (unknown.length > 0) {
  console.error(`no such table: ${unknown.join(', ')}. Known: ${names.join(', ')}`)
  process.exit(1)
}

/** The cost of one fsync on this machine: every durable figure is a multiple of it. */
const fsyncMs = () => {
  const home = mkdtempSync(join(tmpdir(), 'onboarding-bench-'))
  const file = openSync(join(home, 'probe'), 'w')
  const from = performance.now()
  for (let n = 0; n < 100; n += 1) {
    writeSync(file, 'x'.repeat(4_096))
    fdatasyncSync(file)
  }
  const each = (performance.now() - from) / 100
  closeSync(file)
  rmSync(home, { recursive: true })
  return each
}

/** Date and machine, with the load before the run. */
const machine = () =>
  `${new Date().toISOString().slice(0, 10)}, ${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown CPU'}, ${system()} ${release()}, Node ${process.version}, fsync ${fsyncMs().toFixed(2)} ms, load before ${loadavg()[0]?.toFixed(1)}`

const measured: Record<string, string> = {}
await using postgres = await startPostgres({ fsync: true })
for (const name of names) {
  if (asked.length > 0 && !asked.includes(name)) continue
  const where = machine()
  measured[name] = markdown(await tables[name](postgres.url), where)
  console.log(`\n${measured[name]}`)
}
await writeSections(measured)
