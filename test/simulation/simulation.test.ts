import { expect, test } from 'vitest'
import { spawnSync } from 'node:child_process'
import { root } from '../support/files.ts'

test('simulated worlds keep every promise, and the same seed makes the same world', () => {
  const ran = spawnSync(process.execPath, ['test/simulation/main.ts', '--seeds', '3', '--twice'], {
    cwd: root,
    encoding: 'utf8',
  })
  expect(ran.stderr + ran.stdout).toMatch(/^3 worlds .* 0 with violations\n$/)
}, 120_000)
