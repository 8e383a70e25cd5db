import { setTimeout as wait } from 'node:timers/promises'
import { slackLimits } from '../../slack-limits.ts'
import type { Json } from '../workspace/types.ts'
import { signedHeaders } from './sign.ts'

/** The result of one request to the app. `reason` has the values of X-Slack-Retry-Reason. */
export type Sent =
  | { ok: true; body: string }
  | { ok: false; reason: 'http_timeout' | 'connection_failed' | 'http_error'; status?: number }

export interface Sender {
  json(body: Json, headers?: Record<string, string>): Promise<Sent>
  form(fields: Record<string, string>): Promise<Sent>
}

const { answerMs } = slackLimits

export const createSender = (options: {
  eventsUrl: string
  signingSecret: string
  now: () => number
  /** Aborted when the workspace stops. */
  signal: AbortSignal
}): Sender => {
  const send = async (body: string, type: string, headers: Record<string, string>): Promise<Sent> => {
    const timeout = AbortSignal.timeout(answerMs)
    try {
      const answer = await fetch(options.eventsUrl, {
        method: 'POST',
        body,
        redirect: 'manual',
        signal: AbortSignal.any([timeout, options.signal]),
        headers: {
          'content-type': type,
          'user-agent': 'Slackbot 1.0 (+https://api.slack.com/robots)',
          ...signedHeaders(options.signingSecret, body, Math.floor(options.now() / 1_000)),
          ...headers,
        },
      })
      const text = await answer.text()
      return answer.ok ? { ok: true, body: text } : { ok: false, reason: 'http_error', status: answer.status }
    } catch {
      return { ok: false, reason: timeout.aborted ? 'http_timeout' : 'connection_failed' }
    }
  }
  return {
    json: (body, headers = {}) => send(JSON.stringify(body), 'application/json', headers),
    form: (fields) => send(new URLSearchParams(fields).toString(), 'application/x-www-form-urlencoded', {}),
  }
}

/** Waits unless the workspace stops first. Resolves to whether it is still running. */
export const pause = async (ms: number, signal: AbortSignal): Promise<boolean> => {
  try {
    await wait(ms, undefined, { signal })
    return true
  } catch {
    return false
  }
}
