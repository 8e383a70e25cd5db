import { setTimeout as wait } from 'node:timers/promises'

/**
 * How Slack can fail. `lost`: the call succeeds, but answers 500. `refusing`: messages in channels are refused for a
 * reason that no app can predict; everything else works.
 */
export const outages = ['none', 'slow', 'rate_limited', 'down', 'lost', 'refusing'] as const
export type OutageKind = (typeof outages)[number]

export interface Outage {
  kind: OutageKind
}

export interface Failure {
  status: number
  headers: Record<string, string>
  body: unknown
}

const slowMs = 4_000

const failures: Partial<Record<OutageKind, Failure>> = {
  rate_limited: { status: 429, headers: { 'retry-after': '2' }, body: { ok: false, error: 'ratelimited' } },
  down: { status: 503, headers: {}, body: 'Slack is having a moment.' },
}

const refused: Failure = {
  status: 200,
  headers: {},
  body: { ok: false, error: 'posting_to_general_channel_denied' },
}

/** Waits before a call, or returns the failure that happens instead of it. */
export const beforeCall = async ({ kind }: Outage, method: string): Promise<Failure | undefined> => {
  if (kind === 'slow') await wait(slowMs, undefined, { ref: false })
  if (kind === 'refusing' && method === 'chat.postMessage') return refused
  return failures[kind]
}

/** Replaces a call's answer. */
export const insteadOfAnswer = ({ kind }: Outage): Failure | undefined =>
  kind === 'lost' ? { status: 500, headers: {}, body: 'Something went wrong.' } : undefined
