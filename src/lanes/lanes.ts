/** Ordered, durable work. `docs/lanes.md` explains the life of a row and the guarantees. */
export * from './types.ts'
export { openLanes } from './open.ts'
export { holdBack, refuseRestored, restoredReason, restoredUpTo } from './people.ts'
export { dropLanes, holdQueue, idleLanes, pruneJobs } from './prune.ts'
