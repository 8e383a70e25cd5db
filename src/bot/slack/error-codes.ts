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

/**
 * Source: https://docs.slack.dev/reference/methods/<method>. Lists only errors worth a retry or an action.
 */
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
    // Anything else is told to the person who asked.
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
export const problemKind = (method: string, code: string): SlackProblemKind =>
  special.get(method)?.get(code) ?? common.get(code) ?? 'refused'

const lockedThread = ['restricted_action_thread_locked', 'cannot_reply_to_message']

/** The thread takes no messages: its first message is gone, or somebody locked it. The caller starts a new one. */
export const threadEnd = (code: string): 'gone' | 'locked' | undefined =>
  code === 'thread_not_found' ? 'gone' : lockedThread.includes(code) ? 'locked' : undefined

const formErrors = ['invalid_blocks', 'invalid_blocks_format', 'msg_blocks_too_long', 'msg_too_long']

/** Slack rejects the message's format. The caller sends the text alone. */
export const isOfForm = (code: string): boolean => formErrors.includes(code)
