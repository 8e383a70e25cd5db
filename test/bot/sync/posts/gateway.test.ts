import { expect, test } from 'vitest'
import { SlackProblem, slackProblem } from '../../../../src/bot/slack/problem.ts'
import { hurried } from '../../support/hurried.ts'
import { botWithThread, commentEvent } from '../../support/running-bot.ts'

const page = {
  body: '<html><body>Down for maintenance</body></html>',
  headers: { 'content-type': 'text/html' },
}
const pages = [
  ['an HTML page', page],
  ['a single word', { body: 'maintenance' }],
  ['an object without ok', { body: { error: 'maintenance' } }],
] as const

test.each([
  [-5, 1_000],
  [0, 1_000],
  [7, 7_000],
  [999_999_999, 3_600_000],
])('a Retry-After of %i means a wait of %i ms', (retryAfter, retryAfterMs) => {
  const error = { code: 'slack_webapi_rate_limited_error', retryAfter }
  expect(slackProblem('auth.test', error)).toMatchObject({ kind: 'rate-limited', retryAfterMs })
})

test.each(pages)(
  '%s in the place of Slack’s answer loses nothing and doubles nothing: comment, edit and removal wait',
  async (_, answer) => {
    const { options, passing } = hurried()
    const { hook, slack, tracker, root, idle } = await botWithThread(options)
    const through = (method: string) => {
      let times = 2
      slack.fault.next = (call) => (call.method === method && times-- > 0 ? answer : undefined)
      return expect.poll(passing(idle, () => times)).toBeLessThan(1)
    }
    const shown = () => slack.thread(root.ts).slice(1)
    const comment = tracker.addComment({ message_plain: 'Through the page' })
    await hook(commentEvent(comment))
    await through('chat.postMessage')
    await expect.poll(passing(idle, shown)).toEqual([expect.stringContaining('Through the page')])
    const edited = { ...comment, message_plain: 'Changed', edited_at: '2026-11-21T11:00:00Z' }
    tracker.comments.set(comment.uuid, edited)
    await hook(commentEvent(edited, 'comment_updated'))
    await through('chat.update')
    await expect.poll(passing(idle, shown)).toEqual([expect.stringContaining('Changed')])
    tracker.comments.delete(comment.uuid)
    await hook(commentEvent(edited, 'comment_deleted'))
    await through('chat.update')
    await expect.poll(passing(idle, shown)).toEqual([expect.stringContaining('was deleted')])
  },
)

test.each([
  ['a maintenance page', page],
  ['a 204', { status: 204 }],
  ['a 502', { status: 502, ...page }],
])('a message that Slack took behind %s is found and not posted twice', async (_, answer) => {
  const { options, passing } = hurried()
  const { hook, slack, tracker, root, idle } = await botWithThread(options)
  slack.answers('chat.postMessage', { ...answer, lost: true }, 1)
  const comment = tracker.addComment({ message_plain: 'Only once' })
  await hook(commentEvent(comment))
  await expect.poll(passing(idle, () => slack.made('conversations.replies').length)).toBeGreaterThan(0)
  const edited = { ...comment, message_plain: 'Still once', edited_at: '2026-11-21T11:00:00Z' }
  tracker.comments.set(comment.uuid, edited)
  await hook(commentEvent(edited, 'comment_updated'))
  const said = () => slack.thread(root.ts).slice(1)
  await expect.poll(passing(idle, said)).toEqual([expect.stringContaining('Still once')])
})

test.each([
  [204, 'unknown'],
  [302, 'unknown'],
  [404, 'unavailable'],
  [408, 'unavailable'],
  [500, 'unknown'],
])('HTTP %i in the place of Slack’s answer is of kind %s', (statusCode, kind) => {
  const problem = slackProblem('chat.postMessage', { code: 'slack_webapi_http_error', statusCode })
  expect(problem.kind).toBe(kind)
})

test.each([
  ['chat.update', 'external_channel_migrating', 'unavailable'],
  ['chat.update', 'update_failed', 'unknown'],
  ['conversations.replies', 'invalid_cursor', 'unknown'],
  ['conversations.members', 'fetch_members_failed', 'unknown'],
  ['chat.postMessage', 'thread_not_found', 'message'],
  ['views.open', 'token_revoked', 'account'],
  ['chat.postMessage', 'an_error_of_tomorrow', 'refused'],
  ['chat.postMessage', '<html>', 'unknown'],
])('%s answered with %s is of kind %s', (method, error, kind) => {
  const problem = slackProblem(method, { code: 'slack_webapi_platform_error', data: { error } })
  expect(problem).toBeInstanceOf(SlackProblem)
  expect(problem.kind).toBe(kind)
})
