import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { freshDatabaseUrl } from '../support/databases.ts'

test('a body that comes a byte at a time is cut off, the service’s, Slack’s and the tracker’s alike', async () => {
  const databaseUrl = await freshDatabaseUrl('sqlite')
  const script = join(import.meta.dirname, 'slow-bodies.ts')
  const { stdout, stderr } = spawnSync(process.execPath, [script, databaseUrl], {
    encoding: 'utf8',
    timeout: 25_000,
  })
  expect(stderr).toBe('')
  expect(JSON.parse(stdout)).toEqual(Array.from({ length: 3 }, () => 'HTTP/1.1 408 Request Timeout'))
})
