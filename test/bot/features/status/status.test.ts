import { expect, test } from 'vitest'
import { engines } from '../../../support/databases.ts'
import { botWithThread, channel, commentEvent, dana, withMore } from '../../support/running-bot.ts'
import { jobRows, setJobsAside } from '../../../support/lane-rows.ts'
import { by } from '../../support/acts.ts'
import { setEventsAside, skipReasons } from '../../support/rows/post-rows.ts'

type FailureChanges = Parameters<typeof botWithThread>[0] & { texts?: readonly string[] }

/** A bot with messages that Slack refused, for a reason that lies in the message. */
const withFailure = async ({ texts = ['Too long for Slack'], ...changes }: FailureChanges = {}) => {
  const running = await botWithThread(changes)
  const { slack, hook, tracker, idle } = running
  slack.refuses('chat.postMessage', 'msg_too_long')
  const refused = texts.map((text) => tracker.addComment({ message_plain: text }))
  for (const comment of refused) await hook(commentEvent(comment))
  await idle()
  slack.fault.next = undefined
  return withMore(running, { refused })
}

test('status tells the last event, what waits, the quota, and what failed and why', async () => {
  const { command } = await withFailure()
  const { text, response_type: type } = await command('status')
  expect(type).toBe('ephemeral')
  expect(text).toContain('1 message failed: chat.postMessage: msg_too_long')
  expect(text).toContain('Nothing is waiting.')
  expect(text).toContain('1 of 100')
  expect(text).toMatch(/Last event .*posted .* after it arrived/)
})

test('status says why the bot cannot work', async () => {
  const { command, tracker } = await botWithThread()
  tracker.control.down = 'unauthorized'
  expect((await command('status')).text).toContain('ONBOARDING_API_KEY')
})

test('Retry sends what failed again, once', async () => {
  const { press, slack, idle, root, command } = await withFailure()
  await press('retry_failed', 'channel')
  await expect.poll(() => slack.thread(root.ts).length, { timeout: 10_000 }).toBe(2)
  await press('retry_failed', 'channel')
  await idle()
  expect(slack.thread(root.ts).at(-1)).toContain('Too long for Slack')
  expect(slack.thread(root.ts)).toHaveLength(2)
  expect((await command('status')).text).not.toContain('failed')
})

for (const engine of engines)
  test(`on ${engine}, Retry posts what failed as it is by then, and nothing of a comment that was deleted`, async () => {
    const { refused, press, slack, idle, root, hook, tracker, command, database, deletes } =
      await withFailure({ engine, texts: ['A first wording', 'A slip'] })
    const [edited, deleted] = refused
    if (!edited || !deleted) throw new Error('two comments were refused')
    tracker.comments.set(edited.uuid, { ...edited, message_plain: 'The last wording' })
    await hook(commentEvent(edited, 'comment_updated'))
    await deletes(deleted)
    expect(slack.thread(root.ts)).toHaveLength(1)
    await press('retry_failed', 'channel')
    await expect.poll(() => slack.thread(root.ts).length, { timeout: 10_000 }).toBe(2)
    await idle()
    expect(slack.thread(root.ts).slice(1)).toEqual([expect.stringContaining('The last wording')])
    expect(await skipReasons(database)).toContain('the comment was deleted before it was posted')
    expect((await command('status')).text).not.toContain('failed')
  })

test('Skip gives it up; its post says by whom', async () => {
  const { press, slack, idle, root, command, database } = await withFailure()
  await press('skip_failed', 'channel')
  await idle()
  expect(slack.thread(root.ts)).toHaveLength(1)
  expect((await command('status')).text).not.toContain('failed')
  expect(await skipReasons(database)).toEqual([`skipped by ${dana}`])
})

test('admins see, retry and skip work that was set aside and is of no channel; others see and end none of it', async () => {
  const { customerSays, press, command, database, until } = await botWithThread()
  const { sql } = database
  await sql.updateTable('post').set({ facts: '{"name":"Spoilt"}' }).where('kind', '=', 'task_card').execute()
  const aside = async () =>
    (await jobRows(database, { state: 'aside' })).map(({ kind, seq }) => ({ kind, seq }))
  const oneAside = () => until(async () => expect(await aside()).toMatchObject([{ kind: 'card' }]))
  await customerSays('Who reads this?')
  await oneAside()
  const first = await aside()
  expect((await command('status', { user_id: 'U0LEE' })).text).not.toContain('failed')
  expect((await command('status')).text).toContain('1 job failed: the facts of message')
  for (const action of ['retry_failed', 'skip_failed']) await press(action, 'channel', by('U0LEE'))
  expect(await aside()).toEqual(first)
  expect((await press('retry_failed', 'channel')).text).toContain('1 failure retried')
  await oneAside()
  expect(await aside()).not.toEqual(first)
  expect((await press('skip_failed', 'channel')).text).toContain('1 failure skipped')
  expect(await aside()).toEqual([])
})

test('Skip ends the count of a comment in doubt too; should it turn up later, ✅ takes the place of ⚠️', async () => {
  const { press, slack, say, tracker, command, send, until } = await botWithThread({ echoWaitMs: 20 })
  tracker.control.onCreate = () => ({ fails: 'unknown', created: true })
  const { ts } = await say('Is it there?')
  await until(() => expect(slack.reactions(ts)).toEqual(['warning']))
  expect((await command('status')).text).toContain('1 comment failed')
  await press('skip_failed', 'channel')
  expect((await command('status')).text).not.toContain('failed')
  const echo = tracker.newest()
  await send(commentEvent(echo))
  expect(slack.reactions(ts)).toEqual(['white_check_mark'])
})

test('why names the event, what was verified, the subscription, and later changes', async () => {
  const { command, slack, root, comment, edits } = await botWithThread()
  await edits(comment, 'Where do we begin?')
  const line = slack.messages.find((message) => message.thread_ts === root.ts)
  const link = `https://vendor.slack.com/archives/${channel}/p${line?.ts.replace('.', '')}?thread_ts=${root.ts}&amp;cid=${channel}`
  const { text } = await command(`why <${link}>`)
  expect(text).toContain('announced a new comment')
  expect(text).toContain('read the comment and its task from the tracker')
  expect(text).toContain('Acme Corp – Standard Onboarding')
  expect(text).toContain('Last changed by an edited comment')
  expect(text).not.toMatch(/comment_|[0-9a-f]{8}-/)
})

test('why of a stranger’s message, of another channel, or of no link says what to do', async () => {
  const { command, root } = await botWithThread()
  expect((await command(`why https://x.slack.com/archives/${channel}/p1700000000000100`)).text).toContain(
    'wasn’t posted by this app',
  )
  const link = `https://x.slack.com/archives/${channel}/p${root.ts.replace('.', '')}`
  expect((await command(`why ${link}`, { channel_id: 'C0OTHER' })).text).toContain(
    'wasn’t posted by this app',
  )
  expect((await command('why because')).text).toContain('Paste its link')
})

test('what was set aside and then skipped or retried is counted as set aside no more', async () => {
  const running = await botWithThread()
  const { press, slack, tracker, bot, database, says } = running
  tracker.control.onCreate = () => ({ fails: 'invalid', message: 'No.' })
  const { ts } = await says('Refused')
  // As a lane leaves them that gave up.
  await setJobsAside(database, 'reply')
  await setJobsAside(database, 'event')
  await setEventsAside(database)
  const aside = async () => (await bot.deps.lanes.counts()).reduce((sum, { aside: count }) => sum + count, 0)
  expect(await aside()).toBe(2)
  await press('skip_failed', 'channel')
  expect(await aside()).toBe(0)
  expect(slack.reactions(ts)).toEqual(['warning'])
})
