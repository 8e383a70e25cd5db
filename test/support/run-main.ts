import { spawnSync } from 'node:child_process'
import { root } from './files.ts'

const handedDown = /^(PATH|LD_PRELOAD|FAKETIME.*|NODE_COMPILE_CACHE)$/

/**
 * For a process that a test starts, nothing else of our own environment: its settings are the test's.
 * Under libfaketime it has the same time as the test. What Node compiled once is read from the cache.
 */
export const childEnvironment = (): Record<string, string> =>
  Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) =>
      value !== undefined && handedDown.test(name) ? [[name, value]] : [],
    ),
  )

/** A command as its users type it, in a process of its own that ends by itself. */
export const runMain = (args: readonly string[], env: Record<string, string> = {}, uid?: number) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['src/main.ts', ...args], {
    cwd: root,
    env: { ...childEnvironment(), ...env },
    encoding: 'utf8',
    // What should have refused to start must not hold up its test.
    timeout: 60_000,
    ...(uid !== undefined && { uid }),
  })
  return { status, stdout, stderr }
}
