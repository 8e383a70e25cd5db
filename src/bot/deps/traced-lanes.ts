import { current, type Trace } from '../../telemetry/trace.ts'
import type { BotLanes, JobKind, NewBotJob } from '../store/payloads.ts'

/** Each has one cause. Jobs of the other kinds have many, or name theirs. */
const caused: readonly string[] = ['mentioned', 'notify', 'post'] satisfies JobKind[]

/** The job, as a part of what is done right now, or of `trace`. */
export const traced = <J extends NewBotJob>(job: J, trace: Trace | undefined = current()): J =>
  trace !== undefined && caused.includes(job.kind) ? { ...job, payload: { ...job.payload, trace } } : job

/** What a job is done for, as its stored payload says. */
export const traceOf = (payload: unknown): Trace | undefined => {
  const { trace, inbox, reply } = (payload ?? {}) as { trace?: Trace; inbox?: unknown; reply?: unknown }
  if (typeof inbox === 'number') return `event-${inbox}`
  return typeof reply === 'number' ? `reply-${reply}` : trace
}

export const tracedLanes = (lanes: BotLanes): BotLanes => ({
  ...lanes,
  enqueue: (tx, jobs) =>
    lanes.enqueue(
      tx,
      jobs.map((job) => traced(job)),
    ),
})

/** Keeps the trace of a payload, which its schema doesn't know. */
export const keepingTrace = (schema: { parse(stored: unknown): object }) => ({
  parse: (stored: unknown): object => ({ ...schema.parse(stored), trace: traceOf(stored) }),
})
