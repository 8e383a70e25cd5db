/** What Slack's answer means for the caller. The lists name Slack's own error codes. */
export type SlackProblemKind =
  | 'rate-limited' // certainly not done; wait `retryAfterMs`
  | 'channel' // this channel takes no messages from us, and no retry changes that
  | 'account' // our token is not good any more
  | 'message' // this message, whatever the channel: gone, or not of Slack's form
  | 'scope' // the token lacks a scope
  | 'refused' // any other `ok: false`
  | 'unavailable' // certainly not done, for a reason that passes
  | 'unknown' // time-out, 5xx, socket closed: it may have been done

const kinds: Readonly<Record<string, SlackProblemKind>> = {
  channel_not_found: 'channel',
  is_archived: 'channel',
  not_in_channel: 'channel',
  restricted_action: 'channel',
  restricted_action_read_only_channel: 'channel',
  restricted_action_thread_only_channel: 'channel',
  restricted_action_non_threadable_channel: 'channel',
  team_access_not_granted: 'channel',
  messages_tab_disabled: 'channel',
  account_inactive: 'account',
  token_revoked: 'account',
  token_expired: 'account',
  invalid_auth: 'account',
  not_authed: 'account',
  no_permission: 'account',
  org_login_required: 'account',
  ekm_access_denied: 'account',
  message_not_found: 'message',
  cant_update_message: 'message',
  edit_window_closed: 'message',
  thread_not_found: 'message',
  invalid_blocks: 'message',
  invalid_blocks_format: 'message',
  msg_too_long: 'message',
  msg_blocks_too_long: 'message',
  no_text: 'message',
  missing_scope: 'scope',
  // The workspace moves into an organization; a free workspace sends more than it may.
  team_added_to_org: 'unavailable',
  message_limit_exceeded: 'unavailable',
  accesslimited: 'unavailable',
  ratelimited: 'rate-limited',
  rate_limited: 'rate-limited',
  // Slack's own trouble, told with `ok: false`: the call may have worked.
  internal_error: 'unknown',
  fatal_error: 'unknown',
  service_unavailable: 'unknown',
  request_timeout: 'unknown',
}

export class SlackProblem extends Error {
  override name = 'SlackProblem' as const
  readonly kind: SlackProblemKind
  /** Slack's error code, such as `channel_not_found`; empty when Slack did not answer. */
  readonly code: string
  readonly retryAfterMs: number | undefined

  constructor(kind: SlackProblemKind, code: string, message: string, retryAfterMs?: number) {
    super(message)
    this.kind = kind
    this.code = code
    this.retryAfterMs = retryAfterMs
  }
}

/** Slack's words for a trigger that is over three seconds old, used before, or none of its own. */
const lateTriggers: ReadonlySet<string> = new Set([
  'invalid_trigger_id',
  'expired_trigger_id',
  'trigger_expired',
  'trigger_exchanged',
  'exchanged_trigger_id',
])

/** What was to open came too late for its press. */
export const isLate = (error: unknown): boolean =>
  error instanceof SlackProblem && lateTriggers.has(error.code)

interface WebApiError {
  code?: unknown
  data?: { error?: unknown }
  retryAfter?: unknown
  statusCode?: unknown
  message?: unknown
}

/** Turns what WebClient throws into a `SlackProblem`. Only codes and numbers are kept: causes may hold tokens. */
export const slackProblem = (method: string, error: unknown): SlackProblem => {
  if (error instanceof SlackProblem) return error
  const { code, data, retryAfter, statusCode } = (error ?? {}) as WebApiError
  if (code === 'slack_webapi_rate_limited_error') {
    const seconds = typeof retryAfter === 'number' ? retryAfter : 30
    return new SlackProblem(
      'rate-limited',
      'ratelimited',
      `${method}: rate limited for ${seconds} s`,
      seconds * 1_000,
    )
  }
  if (code === 'slack_webapi_platform_error' && typeof data?.error === 'string') {
    return new SlackProblem(kinds[data.error] ?? 'refused', data.error, `${method}: ${data.error}`)
  }
  if (code === 'slack_webapi_http_error' && typeof statusCode === 'number') {
    // A 4xx is a proxy's or a gateway's refusal; the method did not run, and runs when they let it through.
    const kind = statusCode >= 500 ? 'unknown' : 'unavailable'
    return new SlackProblem(kind, `http_${statusCode}`, `${method}: HTTP ${statusCode}`)
  }
  return new SlackProblem('unknown', '', `${method}: no answer`)
}

/**
 * How long work waits that Slack refuses for now, whatever it is; none of it counts as a failed attempt.
 * Undefined: waiting alone does not help, or nobody knows whether it was done.
 */
export const waitFor = (problem: SlackProblem): number | undefined => {
  switch (problem.kind) {
    case 'rate-limited':
      return problem.retryAfterMs ?? 30_000
    // An admin has to act: a new token, a scope.
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
