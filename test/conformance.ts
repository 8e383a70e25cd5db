import { readCoverage } from './service/conformance/coverage.ts'

/**
 * `npm run conformance`: every rule of the interface with its tests. Exits 1 if a rule has none, or if a
 * title names an unknown rule. The tests themselves run with `npm test`.
 */
const { rows, unheld, unknown, doubled } = readCoverage()

let section = ''
for (const { rule, holders } of rows) {
  if (rule.section !== section) console.log(`\n${(section = rule.section)}\n`)
  console.log(`${rule.id.padEnd(15)} ${rule.sentence}`)
  if (rule.client) console.log(`${' '.repeat(16)}· binds clients: ${rule.client}`)
  for (const { file, title } of holders) console.log(`${' '.repeat(16)}✓ ${file}: ${title}`)
  if (!rule.client && holders.length === 0) console.log(`${' '.repeat(16)}✗ no test`)
}

const clients = rows.filter(({ rule }) => rule.client).length
console.log(
  `\n${rows.length} rules: ${rows.length - clients - unheld.length} held, ${clients} bind clients, ${unheld.length} without a test`,
)
for (const rule of unheld) console.log(`no test: ${rule.id} ${rule.sentence}`)
for (const id of unknown) console.log(`no such rule: ${id}`)
for (const id of doubled) console.log(`two rules are named ${id}`)
process.exitCode = unheld.length + unknown.length + doubled.length > 0 ? 1 : 0
