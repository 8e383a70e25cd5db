import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { markdown, type Table } from '../bench/table.ts'
import { bursts } from './bursts.ts'
import { capacity, fleet, growth, sensitivity } from './growth.ts'
import { isName, type Name, parametersWith, sources } from './parameters.ts'
import { pageOf } from './page.ts'
import type { Plan } from './sizes.ts'

/**
 * `npm run simulate -- --seed 1 --with eventMs=5`: the model of docs/scale.md. Prints its tables, and writes them with
 * plots to test-output/simulate.html. The same seed gives the same figures on every machine.
 */
const usage = 'npm run simulate -- --seed 1 --with eventMs=5 --with comments=100'
const { values } = parseArgs({
  options: { seed: { type: 'string', default: '1' }, with: { type: 'string', multiple: true, default: [] } },
})

const refuse = (reason: string): never => {
  console.error(`${reason}\n${usage}`)
  process.exit(2)
}

const replaced = (pair: string): [Name, number] => {
  const [name = '', text = ''] = pair.split('=')
  const value = Number(text)
  if (!isName(name)) return refuse(`no such parameter: ${name}. Known: ${Object.keys(sources).join(', ')}`)
  if (!(value > 0)) return refuse(`${name} must be a number above 0.`)
  return [name, value]
}

const seed = Number(values.seed)
if (!Number.isInteger(seed)) refuse('--seed must be a whole number.')
const parameters = parametersWith(Object.fromEntries(values.with.map(replaced)))
const plan: Plan = { seed, parameters }

const used: Table = {
  title: 'What the model assumes',
  head: ['parameter', 'value', 'what', 'source'],
  rows: Object.entries(sources).map(([name, { what, source }]) => [
    name,
    String(Number(parameters[name as Name].toPrecision(3))),
    what,
    source,
  ]),
}

const where = `seed ${seed}${values.with.map((pair) => `, ${pair}`).join('')}`
const shown = (table: Table): Table => {
  console.log(`\n${markdown(table, where)}`)
  return table
}

const one = bursts(plan)
shown(one.table)
const many = growth(plan)
shown(many.table)
const tables = [
  one.table,
  many.table,
  ...[capacity, sensitivity, fleet].map((make) => shown(make(plan))),
  shown(used),
]
const folder = join(import.meta.dirname, '../../test-output')
mkdirSync(folder, { recursive: true })
const file = join(folder, 'simulate.html')
writeFileSync(file, pageOf(`Onboarding at scale: ${where}`, tables, [one.plot, ...many.plots]))
console.log(`\n${file}`)
