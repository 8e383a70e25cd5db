import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * What a piece of work is done for, from the tracker's delivery to the Slack message (`event-12`: row 12 of the
 * inbox), or from a Slack reply to the comment (`reply-7`). Jobs carry it, or name the row.
 */
export type Trace = `${'event' | 'reply'}-${number}`

interface Here {
  readonly trace: Trace
  /** The span of OpenTelemetry, which only `otel.ts` knows. */
  readonly span?: unknown
}

const here = new AsyncLocalStorage<Here>()

export const current = (): Here | undefined => here.getStore()

/** Log lines that are written in `work` have a field `trace`. Undefined: none, whatever this is part of. */
export const within = <R>(store: Here | undefined, work: () => Promise<R>): Promise<R> =>
  store ? here.run(store, work) : here.exit(work)

export interface Tracing {
  /** Something came in, and is stored. Times are in ms. */
  begin(trace: Trace, name: string, from: number, to: number): void
  /** Does a part of it. Without a trace, the work belongs to none. */
  follow<R>(trace: Trace | undefined, name: string, work: () => Promise<R>): Promise<R>
  /** A call to Slack or the tracker, for what is being done. */
  call<R>(name: string, work: () => Promise<R>): Promise<R>
}

/** Without OpenTelemetry: only log lines say what they belong to. */
export const logsOnly: Tracing = {
  begin: () => undefined,
  follow: (trace, _name, work) => within(trace && { trace }, work),
  call: (_name, work) => work(),
}
