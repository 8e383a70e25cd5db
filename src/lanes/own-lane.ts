import { AsyncLocalStorage } from 'node:async_hooks'
import type { IncomingJob } from './statements.ts'

/** The lane whose handler runs, on its node. `over`: the handler ended, whatever it left running. */
interface Own {
  readonly node: string
  readonly lane: string
  readonly kind: string
  over: boolean
}

const running = new AsyncLocalStorage<Own>()

/** Runs a handler so that what it enqueues locks its own lane in the same order as the others. */
export const inOwnLane = async <R>(own: Omit<Own, 'over'>, work: () => Promise<R>): Promise<R> => {
  const store = { ...own, over: false }
  try {
    return await running.run(store, work)
  } finally {
    store.over = true
  }
}

/** The lane that `done` will lock at the end of the transaction that enqueues now. */
export const laneToSettle = (node: string): Pick<IncomingJob, 'lane' | 'kind'> | undefined => {
  const own = running.getStore()
  return own && !own.over && own.node === node ? own : undefined
}
