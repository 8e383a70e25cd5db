import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { permissionsDocument, scopesIn } from './document.ts'

test('docs/permissions.md says what the tables say: npm run permissions writes it', () => {
  const written = readFileSync(new URL('../../docs/permissions.md', import.meta.url), 'utf8')
  expect(written).toBe(permissionsDocument())
})

test('every scope of the manifest has its reason there', () => {
  const manifest = readFileSync(new URL('../../manifest.yml', import.meta.url), 'utf8')
  const asked = scopesIn(manifest)
  expect(asked.filter(([, reason = '']) => reason.replace('optional: ', '') === '')).toEqual([])
  expect(asked.length).toBeGreaterThan(12)
})
