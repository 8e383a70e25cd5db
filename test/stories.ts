import { readStories } from './stories/coverage.ts'

/**
 * `npm run stories`: every promise with its tests. Exits 1 if a row names no test, or a title that doesn't match
 * exactly one. The tests themselves run with `npm test`.
 */
const { sections, unheld, doubled, unknown, ambiguous } = readStories()

for (const { title, rows } of sections) {
  console.log(`\n${title}\n`)
  for (const { row, tests } of rows) {
    console.log(`${row.id}: ${row.sentence}`)
    for (const test of tests)
      console.log(`    ${test.files.length === 1 ? '✓' : '✗'} ${test.files.join(' and ')}: ${test.title}`)
    if (tests.length === 0) console.log('    ✗ no test')
  }
}

const count = sections.reduce((sum, { rows }) => sum + rows.length, 0)
console.log(`\n${count} rows: ${count - unheld.length} held, ${unheld.length} without a test`)
for (const id of unheld) console.log(`no test: ${id}`)
for (const id of doubled) console.log(`two rows are named ${id}`)
for (const title of unknown) console.log(`no such test: ${title}`)
for (const title of ambiguous) console.log(`two tests are named: ${title}`)
process.exitCode = unheld.length + doubled.length + unknown.length + ambiguous.length > 0 ? 1 : 0
