import { withoutQuote } from '../../../support/without-quote.ts'
import { expect, test } from 'vitest'
import { hurried } from '../../support/hurried.ts'
import { botWithThread, channel, commentEvent, dana, runningBot } from '../../support/running-bot.ts'
import type { SlackCall } from '../../support/slack/stand-in-slack.ts'
import { isLine } from '../../support/slack/trouble.ts'
import { project, taskUuid } from '../../support/stand-in-tracker.ts'
import { eventRows, postRows, skipReasons } from '../../support/rows/post-rows.ts'
import { slackAway } from '../../support/slack-away.ts'
import { setJobsAside } from '../../../support/lane-rows.ts'

test("a message without an answer is looked for again when Slack's history lags behind", async () => {
  const { options, pass } = hurried()
  const { hook, slack, tracker, root, idle } = await botWithThread(options)
  let lost = 1
  let looks = 0
  slack.fault.next = (call) => {
    if (isLine(call) && lost-- > 0) return { status: 500, lost: true }
    if (call.method === 'conversations.replies' && ++looks === 1) return { body: { ok: true, messages: [] } }
    return undefined
  }
  await hook(commentEvent(tracker.addComment({ message_plain: 'Only once' })))
  await expect.poll(() => lost).toBe(0)
  await idle()
  pass(1_500)
  await expect.poll(() => looks).toBe(1)
  await idle()
  pass(4_000)
  await expect.poll(() => looks).toBe(2)
  await idle()
  expect(slack.thread(root.ts).filter((text) => text.includes('Only once'))).toHaveLength(1)
})

test('a message without an answer is found whatever Slack’s clock says, and while ours is put back', async () => {
  const { options, pass, passing } = hurried()
  const { hook, slack, tracker, root, idle } = await botWithThread(options)
  const hour = 3_600_000
  const slackNow = () => options.now() - 48 * hour
  const answer = (call: SlackCall) => {
    const { oldest = 0, latest = Infinity } = call.args
    const from = Number(oldest)
    const said = slack.messages.filter((message) => message.thread_ts === root.ts)
    const stamped = said.map((message, at) => ({
      ...message,
      ts: String(slackNow() / 1_000 - said.length + at),
    }))
    const messages = stamped.filter(({ ts }) => Number(ts) >= from && Number(ts) <= Number(latest))
    return { body: { ok: true, messages }, headers: { date: new Date(slackNow()).toUTCString() } }
  }
  let lost = 1
  slack.fault.next = (call) => {
    if (call.method === 'conversations.replies') return answer(call)
    return isLine(call) && lost-- > 0 ? { status: 500, lost: true } : undefined
  }
  await hook(commentEvent(tracker.addComment({ message_plain: 'Only once' })))
  await expect.poll(() => lost).toBe(0)
  pass(-hour)
  await hook(commentEvent(tracker.addComment({ message_plain: 'and the next' })))
  const shown = () => slack.thread(root.ts).map((text) => /Only once|and the next/.exec(text)?.[0])
  await expect.poll(passing(idle, shown)).toEqual([undefined, 'Only once', 'and the next'])
})

test('a message without an answer is found on a later page of a busy thread', async () => {
  const { options, passing } = hurried()
  const { hook, slack, tracker, root, idle } = await botWithThread(options)
  let lost = 1
  slack.fault.next = (call) => {
    if (isLine(call) && lost-- > 0) return { status: 500, lost: true }
    return call.method === 'conversations.replies' && !call.args['cursor']
      ? { body: { ok: true, messages: [], has_more: true, response_metadata: { next_cursor: 'p2' } } }
      : undefined
  }
  await hook(commentEvent(tracker.addComment({ message_plain: 'Only once' })))
  await expect
    .poll(passing(idle, () => slack.made('conversations.replies').some(({ cursor }) => cursor === 'p2')))
    .toBe(true)
  await idle()
  expect(slack.thread(root.ts).filter((text) => text.includes('Only once'))).toHaveLength(1)
})

test('without the scope for names the author stands in the message, and stays there when it is edited', async () => {
  const { slack, tracker, root, edits, send } = await botWithThread()
  slack.refuses(({ args }) => args['username'] !== undefined, 'missing_scope')
  const comment = tracker.addComment({ message_plain: 'Under no name' })
  await send(commentEvent(comment))
  const posted = () =>
    slack.messages.find(({ text }) => withoutQuote(text).includes('no name')) as unknown as object
  expect(JSON.stringify(posted())).toContain('"text":"Casey Jones, Acme Corp","style":{"bold":true}')
  await edits(comment, 'Still no name', { edited_at: '2026-11-21T11:00:00Z' })
  expect(slack.thread(root.ts)).toHaveLength(2)
  expect(JSON.stringify(posted())).toContain('Still no name')
  expect(JSON.stringify(posted())).toContain('"text":"Casey Jones, Acme Corp","style":{"bold":true}')
})

/** Calls of this method with blocks. */
const withBlocks =
  (of: string) =>
  ({ method, args }: SlackCall) =>
    method === of && JSON.stringify(args['blocks'] ?? []) !== '[]'

test.each(['file_link', 'canvas', 'lists'])(
  'a comment whose link an organization does not take (%s) is posted without the link',
  async (what) => {
    const { customerSays, slack, root } = await botWithThread()
    slack.refuses(
      ({ args }) => JSON.stringify(args).includes('x.slack.com/'),
      `slack_connect_${what}_sharing_blocked`,
    )
    await customerSays('The plan: https://x.slack.com/files/U/F1/plan.pdf, please read')
    expect(slack.thread(root.ts).at(-1)).toBe(
      'Casey Jones, Acme Corp: The plan: (link not shown), please read',
    )
  },
)

test('a message whose blocks Slack does not take is posted as text, also a change and what one person reads', async () => {
  const { edits, send, say, slack, root, tracker } = await botWithThread()
  slack.refuses((call) => isLine(call) && call.args['blocks'] !== undefined, 'invalid_blocks')
  const comment = tracker.addComment({ message_plain: 'Words all the same' })
  await send(commentEvent(comment))
  expect(slack.thread(root.ts).at(-1)).toContain('Casey Jones, Acme Corp: Words all the same')
  slack.refuses(withBlocks('chat.update'), 'invalid_blocks')
  await edits(comment, 'Other words', { edited_at: '2026-11-21T11:00:00Z' })
  expect(slack.thread(root.ts).at(-1)).toContain('Casey Jones, Acme Corp: Other words')
  slack.refuses(withBlocks('chat.postEphemeral'), 'invalid_blocks')
  tracker.control.onCreate = () => ({ fails: 'invalid', message: 'The message is not allowed.' })
  await say('No')
  await expect.poll(() => slack.whispers(dana).at(-1)).toContain('is not allowed')
})

test.each([
  ['a token that lacks the scope to post', { body: { ok: false, error: 'missing_scope' } }],
  ['a token that was revoked', { body: { ok: false, error: 'token_revoked' } }],
  ["a gateway's 404", { status: 404 }],
  ['a workspace that moves', { body: { ok: false, error: 'team_added_to_org' } }],
])('%s loses no message: it waits and is posted in order', async (_, answer) => {
  const { hook, slack, tracker, root, idle, bot } = await botWithThread()
  slack.answers('chat.postMessage', answer)
  for (const text of ['one', 'two']) await hook(commentEvent(tracker.addComment({ message_plain: text })))
  await idle()
  expect(slack.thread(root.ts)).toHaveLength(1)
  slack.fault.next = undefined
  await bot.deps.lanes.resume('post', channel)
  await idle()
  expect(slack.thread(root.ts).map((text) => /\b(one|two)\b/.exec(text)?.[0])).toEqual([
    undefined,
    'one',
    'two',
  ])
})

test('one event that can never be worked is set aside, and the project goes on', async () => {
  const { options, passing } = hurried()
  const { hook, slack, tracker, root, idle, database } = await botWithThread(options)
  const { getComment } = tracker.api
  const poison = tracker.addComment({ message_plain: 'poison' })
  Object.assign(tracker.api, {
    getComment: (input: { comment_uuid: string }) =>
      input.comment_uuid === poison.uuid ? Promise.reject(new TypeError('a fault')) : getComment(input),
  })
  await hook(commentEvent(poison))
  await hook(commentEvent(tracker.addComment({ message_plain: 'after it' })))
  await expect.poll(passing(idle, () => slack.thread(root.ts))).toHaveLength(2)
  await idle()
  const states = await eventRows(database)
  expect(states.map(({ state }) => state)).toEqual(['handled', 'aside', 'handled'])
})

test("the tracker's maintenance page is an outage: nothing is set aside", async () => {
  const { options, passing } = hurried()
  const { slack, tracker, root, idle, send } = await botWithThread(options)
  const comment = tracker.addComment({ message_plain: 'Through the page' })
  tracker.control.down = 'unexpected'
  await send(commentEvent(comment))
  tracker.control.down = undefined
  await expect.poll(passing(idle, () => slack.thread(root.ts))).toHaveLength(2)
})

test('while our token is not good nobody is taken for a stranger: what is internal waits and is posted', async () => {
  const { customerSays, slack, command, idle, bot, changeTask } = await runningBot()
  await command(`subscribe "${project.name}"`)
  changeTask({ is_internal: true })
  bot.deps.slack.forgetChannel(channel)
  slack.refuses('conversations.info', 'token_revoked')
  await customerSays('Between us')
  expect(slack.messages).toHaveLength(0)
  slack.fault.next = undefined
  await bot.deps.lanes.resume('event', project.uuid)
  await idle()
  expect(slack.messages).toHaveLength(2)
})

test('a comment made by command is confirmed to its author, in the thread or where the channel takes nothing', async () => {
  const { slack, types, idle } = await botWithThread()
  await types(`comment ${taskUuid} By command`)
  await idle()
  expect(slack.whispers(dana)).toEqual([expect.stringContaining('Continue in')])
  const isElsewhere = ({ method, args }: SlackCall) =>
    args['channel'] === 'C0OTHER' && method.startsWith('chat')
  slack.refuses(isElsewhere, 'not_in_channel')
  await types(`comment ${taskUuid} From elsewhere`, { channel_id: 'C0OTHER' })
  await idle()
  const told = slack.messages.filter((message) => message.channel === dana)
  expect(told.map(({ text }) => text)).toEqual([expect.stringContaining('Your comment is on the task')])
})

test('a comment that was set aside says, once a person retries it, what it says by then; a deleted one nothing', async () => {
  const { goAway, customerSays, comeBack, said, database, bot, tracker, hook, deletes } = await slackAway()
  goAway()
  const edited = await customerSays('A first wording')
  const deleted = await customerSays('A slip')
  await setJobsAside(database, 'post')
  tracker.comments.set(edited.uuid, { ...edited, message_plain: 'The last wording' })
  await hook(commentEvent(edited, 'comment_updated'))
  await deletes(deleted)
  const aside = await bot.deps.lanes.aside({ kind: 'post' })
  await bot.deps.lanes.replay(aside.map(({ seq }) => seq))
  await comeBack(said, ['↳ Casey Jones, Acme Corp: The last wording'])
  expect(await skipReasons(database)).toContain('the comment was deleted before it was posted')
})

const broken = [
  ['no JSON at all', '{"authorName": "Casey'],
  ['JSON of another form', '{"authorName": ["Casey"], "text": 7}'],
] as const

test.each(broken)(
  'a message whose facts are %s fails with that reason, and the next is posted',
  async (_, facts) => {
    const { hook, idle, tracker, slack, database, root, command } = await botWithThread()
    let away = true
    slack.fault.next = ({ method }) => (away && method.startsWith('chat.') ? { status: 503 } : undefined)
    await hook(commentEvent(tracker.addComment({ message_plain: 'The first' })))
    await hook(commentEvent(tracker.addComment({ message_plain: 'The second' })))
    const waiting = async () =>
      (await postRows(database, { kind: 'comment' })).filter(({ state }) => /waiting|sending/.test(state))
    await expect.poll(async () => (await waiting()).length).toBe(2)
    const id = (await waiting())[0]?.id ?? 0
    await database.sql.updateTable('post').set({ facts }).where('id', '=', id).execute()
    away = false
    await expect
      .poll(() => slack.thread(root.ts), { timeout: 10_000 })
      .toContainEqual(expect.stringContaining('The second'))
    await idle()
    expect(slack.thread(root.ts).join()).not.toContain('The first')
    const error = expect.stringMatching(/^the facts of message \d+ \(comment\) cannot be read/)
    expect(await postRows(database, { id })).toMatchObject([{ state: 'failed', error }])
    expect((await command('status', { user_id: dana, channel_id: channel })).text).toContain('cannot be read')
  },
)

test('settings of a channel that cannot be read hold nothing up for ever, and nothing is posted in their place', async () => {
  const { customerSays, slack, database, root } = await botWithThread()
  const before = slack.thread(root.ts).length
  const row = { channel, settings: '{"replies": "perhaps"}', changed_by: dana, changed_at: 1 }
  await database.sql.insertInto('channel_setting').values(row).execute()
  await customerSays('Unheard')
  expect(slack.thread(root.ts)).toHaveLength(before)
  const error = expect.stringContaining('the settings of a channel cannot be read')
  expect(await postRows(database, { state: 'failed' })).toMatchObject([{ error }])
})
