import { createHmac } from 'node:crypto'

/** Slack's v0 signature of one request. `seconds` is Unix time. */
export const signedHeaders = (
  signingSecret: string,
  body: string,
  seconds: number,
): Record<string, string> => ({
  'x-slack-request-timestamp': String(seconds),
  'x-slack-signature': `v0=${createHmac('sha256', signingSecret).update(`v0:${seconds}:${body}`).digest('hex')}`,
})
