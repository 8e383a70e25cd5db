import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * What a piece of work is done for, from the tracker's delivery to the Slack message (`event-12`: row 12 of the
 * inbox), or from a Slack reply to the comment (`reply-7`). Jobs carry it, or name the row.
 */
export type Trace = `${'event' | 'reply'}-${number}`

const here = new AsyncLocalStorage<Trace>()

export const current = (): Trace | undefined => here.getStore()

/** Log lines that are written in `work` have a field `trace`. Undefined: none, whatever this is part of. */
export const follow = <R>(trace: Trace | undefined, work: () => Promise<R>): Promise<R> =>
  trace ? here.run(trace, work) : here.exit(work)
