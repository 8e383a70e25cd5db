import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { permissionsDocument } from './document.ts'

test('docs/permissions.md says what the tables say: npm run permissions writes it', () => {
  const written = readFileSync(new URL('../../docs/permissions.md', import.meta.url), 'utf8')
  expect(written).toBe(permissionsDocument())
})
