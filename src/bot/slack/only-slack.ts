import type { SlackClock } from './slack-clock.ts'

const isSlacks = (text: string): boolean => {
  try {
    const body = JSON.parse(text) as { ok?: unknown } | null
    return typeof body?.ok === 'boolean'
  } catch {
    return false
  }
}

/**
 * WebClient takes any text with status 200 for an error code, even a gateway's maintenance page. If the body
 * is not a JSON object with a boolean `ok`, the call fails as if no answer came.
 */
export const onlySlack =
  (clock: SlackClock, send: typeof fetch = (...request) => fetch(...request)): typeof fetch =>
  async (...request) => {
    const response = await send(...request)
    clock.note(response.headers.get('date'))
    if (response.status !== 200) return response
    const text = await response.text()
    if (!isSlacks(text)) throw new TypeError('what answered is not Slack')
    const { status, statusText, headers } = response
    return new Response(text, { status, statusText, headers })
  }
