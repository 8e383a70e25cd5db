import { setTimeout as after } from 'node:timers/promises'

/** Resolves after `ms`, or rejects as soon as the signal aborts. */
export type Sleep = (ms: number, signal?: AbortSignal) => Promise<void>

export const sleep: Sleep = (ms, signal) => after(ms, undefined, { signal })
