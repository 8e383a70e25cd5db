import { expect, test } from 'vitest'
import { read } from '../support/files.ts'
import { permissionsDocument, scopesIn } from './document.ts'

test('docs/permissions.md says what the tables say', () => {
  const isWritten = read('docs/permissions.md') === permissionsDocument()
  expect(isWritten, 'docs/permissions.md is behind the tables: run npm run permissions').toBe(true)
})

test('every scope of the manifest has its reason there', () => {
  const asked = scopesIn(read('manifest.yml'))
  expect(asked.filter(([, reason = '']) => reason.replace('optional: ', '') === '')).toEqual([])
  expect(asked.length).toBeGreaterThan(12)
})
