import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { quickFolder } from './quick-folder.ts'

/** A folder of its own, removed after the test. */
export const freshFolder = (): string => {
  const path = mkdtempSync(join(quickFolder(), 'onboarding-test-'))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return path
}
