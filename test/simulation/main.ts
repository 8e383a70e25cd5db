import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { availableParallelism, loadavg } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Worker } from 'node:worker_threads'
import type { Entered } from './coverage.ts'
import type { Answer, Order } from './worker.ts'

/**
 * `npm run simulate -- --seeds 10000 --from 1`: whole worlds in one process, on a clock of their own. Exit status 1 on
 * any violation, whose smallest world is left in `test-output/simulation`. `--seed 7 --trace`: one world, with each call
 * and statement. `--twice`: whether each world is the same again. `--first`: ends at the first violation, as it is.
 * `--coverage`: which decisions no world has reached. docs/reliability.md says what is judged.
 */
const usage =
  'npm run simulate -- --seeds 100 --from 1 --workers 2 [--twice] [--first] [--coverage] | --seed 7 --trace'

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '100' },
    from: { type: 'string', default: '1' },
    seed: { type: 'string' },
    workers: { type: 'string', default: String(availableParallelism()) },
    trace: { type: 'boolean', default: false },
    twice: { type: 'boolean', default: false },
    first: { type: 'boolean', default: false },
    coverage: { type: 'boolean', default: false },
  },
})
const whole = (name: 'seeds' | 'from' | 'workers', text: string) => {
  const value = Number(text)
  if (Number.isInteger(value) && value > 0) return value
  console.error(`--${name} must be a whole number above 0. ${usage}`)
  process.exit(2)
}
const from = whole('from', values.seed ?? values.from)
const seeds = values.seed === undefined ? whole('seeds', values.seeds) : 1

const folder = join(import.meta.dirname, '../../test-output/simulation')
const keep = ({ seed, timeline, lines }: Answer): string => {
  mkdirSync(folder, { recursive: true })
  const file = join(folder, `${seed}.txt`)
  writeFileSync(file, `${timeline}\n${lines.join('')}`)
  return file
}

const left = Array.from({ length: seeds }, (_, n) => from + n)
const results: Answer[] = []
const failed = new Set<number>()

const report = (answer: Answer) => {
  const { seed, violations, faults, deeds, part } = answer
  if (violations.length > 0) failed.add(seed)
  if (violations.length === 0 && !values.trace) return
  console.log(`${violations.length === 0 ? '✓' : '✗'} seed ${seed}: ${deeds} deeds; ${faults.join('; ')}`)
  for (const { kind, what } of violations) console.log(`    ${kind}: ${what}`)
  console.log(`    ${keep(answer)}${part ? `, the smallest world of this kind` : ''}`)
}

/** A world is garbage after a second: few collections, of much. */
const resourceLimits = { maxYoungGenerationSizeMb: 128 }

const work = async () => {
  const worker = new Worker(new URL('worker.ts', import.meta.url), {
    resourceLimits,
    workerData: { coverage: values.coverage },
  })
  const ask = async (order: Order) => {
    worker.postMessage(order)
    const [answer] = (await once(worker, 'message')) as [Answer | { seed: number; broken: string }]
    return answer
  }
  for (let seed = left.shift(); seed !== undefined; seed = left.shift()) {
    const answer = await ask({ seed, shrinks: !values.trace && !values.first, keeps: values.trace })
    const again = values.twice ? await ask({ seed }) : answer
    if ('broken' in answer || 'broken' in again) {
      failed.add(seed)
      console.error(`✗ seed ${seed} could not be run: ${'broken' in answer ? answer.broken : ''}`)
      continue
    }
    results.push(answer)
    report(answer)
    if (values.first && failed.size > 0) left.splice(0)
    if (again.digest === answer.digest || answer.part) continue
    failed.add(seed)
    console.log(`✗ seed ${seed}: another world at the second time`)
  }
  if (values.coverage) {
    worker.postMessage('coverage')
    const [{ blocks, missing }] = (await once(worker, 'message')) as [Entered]
    console.log(`${missing.length} of ${blocks} blocks were not entered:`)
    for (const one of missing) console.log(`  ${one}`)
  }
  worker.postMessage('end')
}

const began = performance.now()
await Promise.all(
  Array.from({ length: values.coverage ? 1 : Math.min(seeds, whole('workers', values.workers)) }, () =>
    work(),
  ),
)
const seconds = (performance.now() - began) / 1_000
const sum = (of: (answer: Answer) => number) => results.reduce((total, answer) => total + of(answer), 0)
const faults = sum(({ happened }) => [...happened.values()].reduce((total, times) => total + times, 0))
console.log(
  `${results.length} worlds in ${seconds.toFixed(0)} s, ${((60 * results.length) / seconds).toFixed(0)} a minute ` +
    `(load ${loadavg()[0]?.toFixed(1)}): ${sum(({ events }) => events)} acknowledged events, ` +
    `${sum(({ replies }) => replies)} acknowledged replies, ${faults} faults; ${failed.size} with violations` +
    (failed.size > 0 ? `: seeds ${[...failed].join(', ')}` : ''),
)
process.exit(failed.size > 0 ? 1 : 0)
