import { waitMs } from '../../contract/limits.ts'

/** What a failure means for the caller. */
export type SlackProblemKind =
  | 'rate-limited' // did not run; wait `retryAfterMs`
  | 'channel' // the channel takes no messages from us; retrying does not help
  | 'account' // our token no longer works
  | 'message' // the message is gone, or Slack rejects its format
  | 'scope' // the token lacks a scope
  | 'refused' // any other `ok: false`
  | 'unavailable' // did not run; the cause is temporary
  | 'unknown' // timeout, 5xx, closed connection, or not Slack's answer: the call may have run

type Meanings = Partial<Record<SlackProblemKind, string>>

/** Source: https://docs.slack.dev/reference/methods (common errors). An admin fixes `account` and `scope`. */
const everywhere: Meanings = {
  'rate-limited': 'ratelimited rate_limited',
  account: `account_inactive token_revoked token_expired invalid_auth not_authed no_permission
    ekm_access_denied two_factor_setup_required not_allowed_token_type`,
  scope: 'missing_scope',
  // Slack failed internally and returned `ok: false`. The call may have run.
  unknown: 'internal_error fatal_error service_unavailable request_timeout',
  // The workspace is moving into an organization, or its network blocks us for now.
  unavailable: 'team_added_to_org org_login_required accesslimited',
  refused: `access_denied deprecated_endpoint enterprise_is_restricted invalid_arg_name invalid_arguments
    invalid_array_arg invalid_charset invalid_form_data invalid_post_type is_bot method_deprecated
    missing_post_type unknown_method`,
}

/** Source: https://docs.slack.dev/reference/methods/<method>. Lists only errors worth a retry or an action. */
const byMethods: readonly { methods: string; mean: Meanings }[] = [
  {
    methods: 'chat.postMessage chat.postEphemeral chat.update',
    mean: {
      channel: `channel_not_found is_archived not_in_channel is_inactive restricted_action
        restricted_action_read_only_channel restricted_action_thread_only_channel
        restricted_action_non_threadable_channel team_access_not_granted messages_tab_disabled`,
      message: `message_not_found cant_update_message edit_window_closed invalid_blocks
        invalid_blocks_format msg_too_long msg_blocks_too_long no_text block_mismatch cannot_reply_to_message
        restricted_action_thread_locked invalid_metadata_format invalid_metadata_schema metadata_too_large
        thread_not_found`,
      unavailable: 'message_limit_exceeded external_channel_migrating',
      unknown: 'update_failed',
    },
  },
  {
    methods: `conversations.history conversations.replies conversations.info conversations.members
      conversations.list conversations.open users.conversations users.list users.info users.lookupByEmail`,
    mean: {
      channel:
        'channel_not_found is_archived not_in_channel channel_is_limited_access team_access_not_granted',
      message: 'thread_not_found message_not_found',
      // Cursors expire. The next attempt starts at the first page.
      unknown: 'invalid_cursor fetch_members_failed',
    },
  },
  {
    // The person who asked is told about every other error.
    methods: `conversations.create conversations.setTopic conversations.invite conversations.inviteShared
      conversations.archive`,
    mean: {
      'rate-limited': 'ratelimit',
      channel: `channel_not_found is_archived channel_archived not_in_channel team_access_not_granted`,
      unavailable: 'external_channel_migrating invite_lookup_error',
    },
  },
  {
    methods: 'reactions.add reactions.remove pins.add chat.getPermalink',
    mean: {
      channel: 'channel_not_found is_archived not_in_channel restricted_action team_access_not_granted',
      message: 'message_not_found',
      unavailable: 'external_channel_migrating',
    },
  },
  {
    // Their other errors concern a single link, trigger or view, so no job has to wait.
    methods: `chat.unfurl views.open views.push views.update views.publish entity.presentDetails
      auth.test`,
    mean: { channel: 'channel_not_found not_in_channel is_archived', message: 'message_not_found' },
  },
]

const rowsOf = (mean: Meanings): [string, SlackProblemKind][] =>
  Object.entries(mean).flatMap(([kind, codes]) =>
    codes.split(/\s+/).map((code): [string, SlackProblemKind] => [code, kind as SlackProblemKind]),
  )

const common = new Map(rowsOf(everywhere))
const special = new Map(
  byMethods.flatMap(({ methods, mean }) =>
    methods.split(/\s+/).map((method) => [method, new Map(rowsOf(mean))] as const),
  ),
)

/** An undocumented error counts as a refusal, because Slack said `ok: false`. */
const problemKind = (method: string, code: string): SlackProblemKind =>
  special.get(method)?.get(code) ?? common.get(code) ?? 'refused'

const lockedThread = ['restricted_action_thread_locked', 'cannot_reply_to_message']

/** The thread takes no messages: its first message is gone, or somebody locked it. The caller starts a new one. */
export const threadEnd = (code: string): 'gone' | 'locked' | undefined =>
  code === 'thread_not_found' ? 'gone' : lockedThread.includes(code) ? 'locked' : undefined

const formErrors = ['invalid_blocks', 'invalid_blocks_format', 'msg_blocks_too_long', 'msg_too_long']

/** Slack rejects the message's format. The caller sends the text alone. */
export const isOfForm = (code: string): boolean => formErrors.includes(code)

const linkErrors = [
  'slack_connect_file_link_sharing_blocked',
  'slack_connect_canvas_sharing_blocked',
  'slack_connect_lists_sharing_blocked',
]

/** Organizations that share the channel don't allow links to Slack's files. The caller sends the message without them. */
export const isOfFileLink = (code: string): boolean => linkErrors.includes(code)

export const ignoring = async (codes: readonly string[], call: Promise<unknown>): Promise<void> => {
  try {
    await call
  } catch (error) {
    if (!(error instanceof SlackProblem) || !codes.includes(error.code)) throw error
  }
}

/** For the `catch` of a call: why the app cannot see the object, as a value. Throws other failures. */
export const asHidden = (error: unknown): SlackProblem => {
  if (isClosed(error)) return error
  throw error
}

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

export const closedKinds: readonly SlackProblemKind[] = ['channel', 'scope', 'refused', 'message']

/** There is nothing to read. A Slack-compatible API without the method returns HTTP 404. */
export const isClosed = (error: unknown): error is SlackProblem =>
  error instanceof SlackProblem && (closedKinds.includes(error.kind) || error.code === 'http_404')

/** The system's code under WebClient's errors, such as CERT_HAS_EXPIRED. */
const connectCode = (error: unknown): string | undefined => {
  const { code, original, cause } = (error ?? {}) as { code?: unknown; original?: unknown; cause?: unknown }
  if (typeof code === 'string' && /^[A-Z][A-Z0-9_]+$/.test(code)) return code
  const inner = original ?? cause
  return inner === undefined ? undefined : connectCode(inner)
}

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
  const reason = connectCode(error)
  return new SlackProblem('unknown', '', `${method}: no answer from Slack${reason ? ` (${reason})` : ''}`)
}

/** In ms. Undefined when waiting does not help or the call may have run. */
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

/** In place of the trigger id that a mention lacks. */
export const mentionTrigger = 'mention:'

/** Slack opens a dialog only after a press or a slash command. */
export class NoTrigger extends Error {
  override name = 'NoTrigger' as const
}
