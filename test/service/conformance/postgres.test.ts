import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { sections } from './sections/index.ts'
import { remote, runOn } from './support/server.ts'

runOn('postgres')
// A server elsewhere is asked once, by sqlite.test.ts.
for (const read of remote === undefined ? sections : []) await read()

test('every section is in the table of sections', () => {
  const files = readdirSync(new URL('sections', import.meta.url)).filter((file) => file !== 'index.ts')
  expect(sections).toHaveLength(files.length)
})
