import { waitMs } from '../../contract/limits.ts'
import { problemKind, type SlackProblemKind } from './error-codes.ts'

/** Makes one Web API call. Every failure becomes a `SlackProblem`. */
export const attempt = async <R>(method: string, call: () => Promise<R>): Promise<R> => {
  try {
    return await call()
  } catch (error) {
    throw slackProblem(method, error)
  }
}

/** Treats a refusal with one of these codes as success. */
export const ignoring = async (
  codes: readonly string[],
  method: string,
  call: () => Promise<unknown>,
): Promise<void> => {
  try {
    await attempt(method, call)
  } catch (error) {
    if (!(error instanceof SlackProblem) || !codes.includes(error.code)) throw error
  }
}

/** Returns `hidden` if Slack says that the app cannot see the object. Throws other failures. */
export const unlessHidden = async <R>(
  method: string,
  call: () => Promise<R>,
): Promise<{ answer: R } | { hidden: SlackProblem }> => {
  try {
    return { answer: await attempt(method, call) }
  } catch (error) {
    if (isClosed(error)) return { hidden: error }
    throw error
  }
}

export type { SlackProblemKind } from './error-codes.ts'

export class SlackProblem extends Error {
  override name = 'SlackProblem' as const
  readonly kind: SlackProblemKind
  /** Slack's error code, such as `channel_not_found`. Empty when Slack did not answer. */
  readonly code: string
  readonly retryAfterMs: number | undefined

  constructor(kind: SlackProblemKind, code: string, message: string, retryAfterMs?: number) {
    super(message)
    this.kind = kind
    this.code = code
    this.retryAfterMs = retryAfterMs
  }
}

/** Slack's errors for a trigger that is older than three seconds, already used, or unknown. */
const lateTriggers: ReadonlySet<string> = new Set([
  'invalid_trigger_id',
  'expired_trigger_id',
  'trigger_expired',
  'trigger_exchanged',
  'exchanged_trigger_id',
])

export const isLate = (error: unknown): boolean =>
  error instanceof SlackProblem && lateTriggers.has(error.code)

/** Any other text comes from a proxy between Slack and us, not from Slack. */
const codeForm = /^[a-z0-9_]+$/

interface WebApiError {
  code?: unknown
  data?: { error?: unknown }
  retryAfter?: unknown
  statusCode?: unknown
  message?: unknown
}

/** The channel is hidden from us, or the message is gone. */
export const closedKinds: readonly SlackProblemKind[] = ['channel', 'scope', 'refused', 'message']

/** There is nothing to read. A Slack-compatible API without the method returns HTTP 404. */
export const isClosed = (error: unknown): error is SlackProblem =>
  error instanceof SlackProblem && (closedKinds.includes(error.kind) || error.code === 'http_404')

/** Keeps only codes and numbers of WebClient's error: its causes may hold tokens. */
export const slackProblem = (method: string, error: unknown): SlackProblem => {
  if (error instanceof SlackProblem) return error
  const { code, data, retryAfter, statusCode } = (error ?? {}) as WebApiError
  if (code === 'slack_webapi_rate_limited_error') {
    const ms = waitMs(typeof retryAfter === 'number' ? retryAfter : 30)
    return new SlackProblem('rate-limited', 'ratelimited', `${method}: rate limited for ${ms / 1_000} s`, ms)
  }
  if (
    code === 'slack_webapi_platform_error' &&
    typeof data?.error === 'string' &&
    codeForm.test(data.error)
  ) {
    return new SlackProblem(problemKind(method, data.error), data.error, `${method}: ${data.error}`)
  }
  if (code === 'slack_webapi_http_error' && typeof statusCode === 'number') {
    // A 4xx comes from a proxy or gateway: the method did not run, and may run later. After any other it may have run.
    const kind = statusCode >= 400 && statusCode < 500 ? 'unavailable' : 'unknown'
    return new SlackProblem(kind, `http_${statusCode}`, `${method}: HTTP ${statusCode}`)
  }
  return new SlackProblem('unknown', '', `${method}: no answer from Slack`)
}

/** How long to wait before a retry, in ms. Undefined when waiting does not help or the call may have run. */
export const waitFor = (problem: SlackProblem): number | undefined => {
  switch (problem.kind) {
    case 'rate-limited':
      return problem.retryAfterMs ?? 30_000
    // Only an admin can fix these: a new token or scope.
    case 'account':
    case 'scope':
    case 'unavailable':
      return 60_000
    case 'channel':
    case 'message':
    case 'refused':
    case 'unknown':
      return undefined
  }
}
