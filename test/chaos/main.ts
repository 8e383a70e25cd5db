import { runWorld, type Result } from './world.ts'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startPostgres, type PostgresServer } from '../support/postgres-server.ts'
import { planOf, type Engine } from './plan.ts'

const count = (counts: Map<string, number>, name: string, more = 1) =>
  void counts.set(name, (counts.get(name) ?? 0) + more)

const lines = (counts: ReadonlyMap<string, number>): string[] =>
  [...counts]
    .sort(([one, many], [other, more]) => more - many || one.localeCompare(other))
    .map(([name, times]) => `  ${String(times).padStart(6)}  ${name}`)

const tallyOf = (results: readonly Result[]): string => {
  const sum = (of: (result: Result) => number) => results.reduce((total, result) => total + of(result), 0)
  const faults = new Map<string, number>()
  const violations = new Map<string, number>()
  const unjudged = new Map<string, number>()
  for (const { happened, violations: found, unjudged: open } of results) {
    for (const [name, times] of happened) count(faults, name, times)
    for (const { kind } of found) count(violations, kind)
    for (const { kind } of open) count(unjudged, kind)
  }
  const bad = results.filter((result) => result.violations.length > 0)
  const seeds = bad.map(({ plan }) => `${plan.seed} on ${plan.engine}`).join(', ')
  return [
    `${results.length} worlds, ${sum(({ events }) => events)} acknowledged events, ${sum(({ replies }) => replies)} acknowledged replies, ${sum(({ setAside }) => setAside)} set aside with a reason`,
    `faults: ${sum(({ happened }) => [...happened.values()].reduce((total, times) => total + times, 0))}`,
    ...lines(faults),
    `violations: ${sum(({ violations: found }) => found.length)}${bad.length > 0 ? ` in ${bad.length} worlds (${seeds})` : ''}`,
    ...lines(violations),
    ...(unjudged.size > 0 ? ['not judged, because the machine was too busy:', ...lines(unjudged)] : []),
  ].join('\n')
}

/**
 * `npm run chaos -- --seeds 20 --from 1 --engine sqlite|postgres|both --workers 1`: worlds of real processes with
 * faults, each judged at its end. Exit status 1 on any violation. `--only "a node"`: kinds of fault with these words;
 * `--keep`: every timeline. docs/reliability.md says what is judged.
 */
const usage = 'npm run chaos -- --seeds 20 --from 1 --engine sqlite|postgres|both --workers 1'
const engines: Record<string, readonly Engine[]> = {
  sqlite: ['sqlite'],
  postgres: ['postgres'],
  both: ['sqlite', 'postgres'],
}

// These worlds become quiet soon: about a minute in all.
const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '3' },
    from: { type: 'string', default: '425' },
    engine: { type: 'string', default: 'both' },
    workers: { type: 'string', default: '6' },
    only: { type: 'string', default: '' },
    keep: { type: 'boolean', default: false },
  },
})
const whole = (name: 'seeds' | 'from' | 'workers') => {
  const value = Number(values[name])
  if (Number.isInteger(value) && value > 0) return value
  console.error(`--${name} must be a whole number above 0. ${usage}`)
  process.exit(2)
}
const [seeds, from, workers] = [whole('seeds'), whole('from'), whole('workers')]
const asked = engines[values.engine]
if (!asked) {
  console.error(`--engine must be sqlite, postgres or both. ${usage}`)
  process.exit(2)
}

const folder = join(import.meta.dirname, '../../test-output/chaos')
const keep = ({ plan, timeline }: Result): string => {
  mkdirSync(folder, { recursive: true })
  const file = join(folder, `${plan.seed}-${plan.engine}.txt`)
  writeFileSync(file, timeline)
  return file
}

let server: Promise<PostgresServer> | undefined
const shared = () => (server ??= startPostgres({ fsync: false }))
const plans = Array.from({ length: seeds }, (_, n) =>
  asked.map((engine) => planOf(from + n, engine, values.only)),
).flat()
const results: Result[] = []
const broken: string[] = []

// What a world has started ends with this process, also by Ctrl-C; the worlds that are over count.
process.setMaxListeners(0)
for (const signal of ['SIGINT', 'SIGTERM'])
  process.once(signal, () => {
    console.log(`\n${tallyOf(results)}`)
    process.exit(130)
  })

const work = async () => {
  for (let plan = plans.shift(); plan; plan = plans.shift()) {
    const name = `seed ${plan.seed} on ${plan.engine}`
    const began = performance.now()
    try {
      const result = await runWorld(plan, shared)
      results.push(result)
      const { violations, unjudged } = result
      const faults = [...plan.ways, ...plan.faults.map(({ kind }) => kind)].map(({ name }) => name).join('; ')
      const took = Math.round((performance.now() - began) / 1_000)
      console.log(`${violations.length === 0 ? '✓' : '✗'} ${name}, ${took} s: ${faults}`)
      for (const { kind, what } of violations) console.log(`    ${kind}: ${what}`)
      for (const { kind, what } of unjudged) console.log(`    not judged: ${kind}: ${what}`)
      if (violations.length + unjudged.length > 0 || values.keep) console.log(`    ${keep(result)}`)
    } catch (error) {
      broken.push(name)
      console.error(`✗ ${name} could not be run:`, error)
    }
  }
}

await Promise.all(Array.from({ length: Math.min(workers, plans.length) }, () => work()))
await (await server)?.[Symbol.asyncDispose]()
console.log(`\n${tallyOf(results)}`)
if (broken.length > 0) console.log(`not run: ${broken.join(', ')}`)
process.exit(broken.length > 0 || results.some(({ violations }) => violations.length > 0) ? 1 : 0)
