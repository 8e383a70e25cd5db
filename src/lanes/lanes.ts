/** Ordered, durable work. `docs/lanes.md` explains the life of a row and the guarantees. */
export * from './types.ts'
export { openLanes, type Lanes, type OwnLanes } from './open.ts'
export {
  dropLanes,
  holdBack,
  holdQueue,
  idleLanes,
  pruneJobs,
  refuseRestored,
  restoredReason,
  restoredUpTo,
} from './operate.ts'
