/// <reference lib="esnext.disposable" preserve="true" />
/** The package's entry point `onboarding-for-slack/client`. docs/client.md shows how to use it. */
export { cachedApi } from './cached-api.ts'
export { type Client, type ClientOptions, createClient } from './client.ts'
export { createPacer, type Pacer, type PacerOptions } from './pacer.ts'
export type { OnboardingApi } from '../contract/api.ts'
export { ApiProblem, type ProblemKind } from '../contract/problem.ts'
