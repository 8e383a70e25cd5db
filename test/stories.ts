import { readStories } from './stories/coverage.ts'

/**
 * `npm run stories`: every row that was promised, with the tests that hold it. Exits 1 when a row has none, or a
 * title names a row that is not there. The tests themselves run with `npm test`.
 */
const { sections, unheld, unknown, doubled } = readStories()

for (const { title, rows } of sections) {
  console.log(`\n${title}\n`)
  for (const { row, holders } of rows) {
    console.log(`${row.id}: ${row.sentence}`)
    for (const { file, title: story } of holders) console.log(`    ✓ ${file}: ${story}`)
    if (holders.length === 0) console.log('    ✗ no test')
  }
}

const count = sections.reduce((sum, { rows }) => sum + rows.length, 0)
console.log(`\n${count} rows: ${count - unheld.length} held, ${unheld.length} without a test`)
for (const { id, sentence } of unheld) console.log(`no test: ${id}: ${sentence}`)
for (const id of unknown) console.log(`no such row: ${id}`)
for (const id of doubled) console.log(`two rows are named ${id}`)
process.exitCode = unheld.length + unknown.length + doubled.length > 0 ? 1 : 0
