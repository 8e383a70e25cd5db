import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './support/setup/longest-first.ts'

// Workers and the programs that tests start read what Node compiled before: half of the time of a start.
process.env['NODE_COMPILE_CACHE'] ??= join(tmpdir(), 'node-compile-cache')

/** What needs a process of its own: it replaces a module of Node. */
const alone = ['test/database/power-failure.test.ts']

export default defineConfig({
  test: {
    globalSetup: ['test/support/setup/postgres-setup.ts'],
    // `.ci/run` takes the totals from the file.
    reporters: ['default', 'json'],
    outputFile: { json: 'test-output/vitest.json' },
    // More than CI has cores, because half of the time is waiting: for processes, browsers, and PostgreSQL.
    maxWorkers: 5,
    sequence: { sequencer: LongestFirst },
    // Node reads TypeScript itself. What Vite makes of it takes a tenth more of the processor's time.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    projects: [
      {
        extends: true,
        test: {
          name: 'alone',
          include: alone,
        },
      },
      {
        extends: true,
        test: {
          name: 'together',
          include: ['test/**/*.test.ts'],
          exclude: alone,
          // Loading the same files again took half of the time. Our modules keep no state.
          isolate: false,
        },
      },
    ],
    setupFiles: ['test/support/setup/no-network.ts', 'test/support/setup/one-seed.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // A deadline, not a measurement: vitest's default of one second is too short for a busy machine.
    expect: { poll: { timeout: 15_000, interval: 20 } },
  },
})
