import { configureGlobal } from 'fast-check'

/**
 * Generated inputs are the same in every run, so that a red run says something about the change it belongs to.
 * `FC_SEED=$RANDOM npx vitest run …` looks elsewhere; a failure prints the seed and the path that repeat it.
 */
configureGlobal({ seed: Number(process.env['FC_SEED'] ?? 2026) })
