import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { childEnvironment } from './child-environment.ts'

/** A command as its users type it, in a process of its own that ends by itself. */
export const runMain = (args: readonly string[], env: Record<string, string> = {}, uid?: number) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['src/main.ts', ...args], {
    cwd: join(import.meta.dirname, '../..'),
    env: { ...childEnvironment(), ...env },
    encoding: 'utf8',
    // What should have refused to start must not hold up its test.
    timeout: 60_000,
    ...(uid !== undefined && { uid }),
  })
  return { status, stdout, stderr }
}
