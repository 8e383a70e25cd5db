/** Ordered, durable work. `docs/lanes.md` has the life of a row and the guarantees. */
export * from './lanes/types.ts'
export { openLanes } from './lanes/open.ts'
export { dropLanes, idleLanes, pruneJobs } from './lanes/prune.ts'
