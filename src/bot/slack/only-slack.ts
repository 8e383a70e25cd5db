import { request } from 'undici'
import { withDeadline } from '../../contract/deadline.ts'

/** Estimates Slack's clock. Message timestamps use it, and ours may be wrong. */
export interface SlackClock {
  /** Takes the `Date` header of an answer that just arrived. */
  note(date: string | null): void
  /** Converts a time of our clock, in ms, to Slack's. */
  at(ms: number): number
}

export const slackClock = (now: () => number = Date.now): SlackClock => {
  let aheadMs = 0
  return {
    note: (date) => {
      const theirs = Date.parse(date ?? '')
      if (!Number.isNaN(theirs)) aheadMs = theirs - now()
    },
    at: (ms) => ms + aheadMs,
  }
}

const isSlacks = (text: string): boolean => {
  try {
    const body = JSON.parse(text) as { ok?: unknown } | null
    return typeof body?.ok === 'boolean'
  } catch {
    return false
  }
}

/** Of what `fetch` takes, what WebClient says for a method that takes no file. */
interface Call {
  readonly method: 'POST'
  readonly headers: Record<string, string>
  readonly body: string
}

/** From the request to the last byte of the answer. */
const patienceMs = 10_000

/**
 * WebClient takes any text with status 200 for an error code, even a gateway's maintenance page. If the body
 * is not a JSON object with a boolean `ok`, the call fails as if no answer came. `request` does the same call as `fetch`
 * with half the work; it follows no redirect, and WebClient wants none.
 */
export const onlySlack = (clock: SlackClock): typeof fetch => {
  const send = (url: string, { method, headers, body }: Call) =>
    withDeadline(patienceMs, async (signal) => {
      const answer = await request(url, { method, headers, body, signal })
      const all = new Headers(Object.entries(answer.headers).map(([name, value]) => [name, String(value)]))
      const [status, text] = [answer.statusCode, await answer.body.text()]
      clock.note(all.get('date'))
      if (status === 200 && !isSlacks(text)) throw new TypeError('what answered is not Slack')
      return { url, status, statusText: String(status), headers: all, text: async () => text }
    })
  // WebClient reads these fields of a response, and no others.
  return send as unknown as typeof fetch
}
