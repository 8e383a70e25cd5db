import { configureGlobal } from 'fast-check'

/**
 * Generated inputs are the same in every run, so a failure is due to the change under test.
 * `FC_SEED=$RANDOM npx vitest run …` tries others. A failure prints the seed and path that repeat it.
 */
configureGlobal({ seed: Number(process.env['FC_SEED'] ?? 2026) })
