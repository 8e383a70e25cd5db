import { Counter, Gauge, Registry } from 'prom-client'
import type { Lanes } from '../../lanes/lanes.ts'

const refusals = ['wrong secret', 'bad signature', 'bad delivery signature'] as const
type Refusal = (typeof refusals)[number]

export interface Metrics {
  readonly contentType: string
  text(): Promise<string>
  stored(result: 'new' | 'duplicate' | 'aside'): void
  settled(state: string, outcome: string): void
  refused(why: Refusal): void
}

/** Each instance has its own Prometheus registry, because tests run two bots in one process. */
export const createMetrics = (lanes: Lanes): Metrics => {
  const registry = new Registry()
  const stored = new Counter({
    name: 'onboarding_events_received_total',
    help: 'Tracker deliveries answered with 200, by what they were.',
    labelNames: ['result'],
    registers: [registry],
  })
  const settled = new Counter({
    name: 'onboarding_events_settled_total',
    help: 'Tracker events by what became of them; unverified ones were not posted.',
    labelNames: ['result'],
    registers: [registry],
  })
  const refused = new Counter({
    name: 'onboarding_requests_refused_total',
    help: 'Requests that were not let in, by why.',
    labelNames: ['reason'],
    registers: [registry],
  })
  for (const reason of refusals) refused.inc({ reason }, 0)
  const waiting = new Gauge({
    name: 'onboarding_jobs_waiting',
    help: 'Jobs waiting in lanes, by kind.',
    labelNames: ['kind'],
    registers: [registry],
  })
  const aside = new Gauge({
    name: 'onboarding_jobs_aside',
    help: 'Jobs set aside after their last attempt, by kind.',
    labelNames: ['kind'],
    registers: [registry],
  })
  const oldest = new Gauge({
    name: 'onboarding_jobs_oldest_seconds',
    help: 'Age of the oldest waiting job, by kind.',
    labelNames: ['kind'],
    registers: [registry],
  })
  return {
    contentType: registry.contentType,
    text: async () => {
      // `counts` omits kinds without jobs, so the gauges are reset to clear old values.
      for (const gauge of [waiting, aside, oldest]) gauge.reset()
      for (const count of await lanes.counts()) {
        waiting.set({ kind: count.kind }, count.waiting)
        aside.set({ kind: count.kind }, count.aside)
        oldest.set({ kind: count.kind }, count.oldestMs / 1_000)
      }
      return registry.metrics()
    },
    stored: (result) => stored.inc({ result }),
    settled: (state, outcome) =>
      settled.inc({ result: outcome.startsWith('not verified') ? 'unverified' : state }),
    refused: (reason) => refused.inc({ reason }),
  }
}
