/** A tracker's own words for what is over: `Completed`, `Complete`, `Done`. */
const done = /complete|done/i

/** Whether a task's status says so; undefined where the tracker tells none. */
export const isDone = (status: string | null | undefined): boolean | undefined =>
  status === undefined || status === null ? undefined : done.test(status)
