import { expect, test } from 'vitest'
import { hurried } from '../../support/hurried.ts'
import { botWithThread, channel, commentEvent, dana } from '../../support/running-bot.ts'
import { isLine } from '../../support/slack/trouble.ts'
import { project } from '../../support/stand-in-tracker.ts'

/** Slack's errors of `chat.postMessage`, and one that it doesn't have yet. Source: its page of the method. */
const codes = `access_denied accesslimited account_inactive app_access_restricted as_user_not_supported
  attachment_payload_limit_exceeded cannot_reply_to_message channel_not_found deprecated_endpoint
  duplicate_channel_not_found duplicate_message_not_found ekm_access_denied enterprise_is_restricted
  external_channel_migrating fatal_error internal_error invalid_arg_name invalid_arguments invalid_array_arg
  invalid_auth invalid_blocks invalid_blocks_format invalid_charset invalid_form_data
  invalid_metadata_format invalid_metadata_schema invalid_post_type is_archived is_inactive
  markdown_text_conflict message_limit_exceeded messages_tab_disabled metadata_must_be_sent_from_app
  metadata_too_large method_deprecated missing_file_data missing_post_type missing_scope
  msg_blocks_too_long msg_too_long no_permission no_text not_allowed_token_type not_authed not_in_channel
  org_login_required posting_to_channel_denied rate_limited ratelimited request_timeout restricted_action
  restricted_action_non_threadable_channel restricted_action_read_only_channel
  restricted_action_thread_locked restricted_action_thread_only_channel send_on_behalf_not_allowed
  service_unavailable slack_connect_canvas_sharing_blocked slack_connect_file_link_sharing_blocked
  slack_connect_lists_sharing_blocked team_access_not_granted team_added_to_org team_not_found
  thread_not_found token_expired token_revoked too_many_attachments too_many_contact_cards
  two_factor_setup_required nobody_knows_this`.split(/\s+/)

test('a message that Slack refuses appears, or who subscribed hears of it, whatever Slack’s reason is', async () => {
  const { options, passing } = hurried()
  const { hook, slack, tracker, idle, command } = await botWithThread(options)
  let refusals = 0
  let code = ''
  slack.fault.next = (call) =>
    isLine(call) && refusals-- > 0 ? { body: { ok: false, error: code } } : undefined
  const toldOf = (words: RegExp) =>
    slack.messages.filter((message) => message.channel === dana && words.test(message.text)).length
  const comments = async (text: string) => {
    const author = { created_by_uuid: crypto.randomUUID(), created_by_name: `Author ${text}` }
    await hook(commentEvent(tracker.addComment({ message_plain: text, ...author })))
    return () =>
      slack.messages.filter(
        (message) =>
          message.channel === channel && message.text.includes(text) && !message.text.startsWith('Task '),
      ).length
  }
  for (code of codes) {
    const pauses = toldOf(/are paused/)
    refusals = 1
    const shown = await comments(`About ${code}`)
    const outcome = () => [
      shown(),
      toldOf(new RegExp(`refused .*\\(${code}\\)`)),
      toldOf(/are paused/) - pauses,
    ]
    await expect
      .poll(
        passing(idle, () => outcome().join()),
        { message: code },
      )
      .toMatch(/^(?:1,0,0|0,1,0|0,0,1)$/)
    if (outcome()[2] === 1) await command(`subscribe "${project.name}"`)
  }
  code = 'nobody_knows_this'
  refusals = 1
  await comments('Once more')
  await idle()
  expect(toldOf(/nobody_knows_this/)).toBe(1)
})
