import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { cpus, loadavg, release, tmpdir, type as system } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '../support/postgres-server.ts'
import { blocks } from './blocks.ts'
import { ingest } from './ingest.ts'
import { lanes } from './lanes.ts'
import { latency } from './latency.ts'
import { memory } from './memory.ts'
import { neighbor } from './neighbor.ts'
import { start } from './start.ts'
import { markdown, writeSections } from './table.ts'

/** `npm run bench -- [names] [--short]`: measures, prints, and writes into docs/bench.md. `--short` writes nothing. */
const tables = { ingest, lanes, latency, start, memory, neighbor, blocks }
const names = Object.keys(tables) as (keyof typeof tables)[]
const isShort = process.argv.includes('--short')
const asked = process.argv.slice(2).filter((name) => name !== '--short')
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
  measured[name] = markdown(await tables[name]({ postgresUrl: postgres.url, isShort }), where)
  console.log(`\n${measured[name]}`)
}
if (!isShort) await writeSections(measured)
