import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/postgres-setup.ts'],
    setupFiles: ['test/support/no-network.ts', 'test/support/one-seed.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // `.ci/run` takes the totals from the file.
    reporters: ['default', 'json'],
    outputFile: { json: 'test-output/vitest.json' },
    // Two cores: more workers only make timings worse.
    maxWorkers: 2,
  },
})
