import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/postgres-setup.ts'],
    setupFiles: ['test/support/no-network.ts', 'test/support/one-seed.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // A deadline for what must come true, not a measure: vitest's own second is too short for a busy machine.
    expect: { poll: { timeout: 15_000, interval: 20 } },
    // `.ci/run` takes the totals from the file.
    reporters: ['default', 'json'],
    outputFile: { json: 'test-output/vitest.json' },
    // Two cores: more workers only make timings worse.
    maxWorkers: 2,
  },
})
