import { expect, test } from 'vitest'
import { press } from '../support/press.ts'
import { botWithThread, channel, commentEvent, dana, taskEvent } from '../support/running-bot.ts'
import { taskUuid } from '../support/stand-in-tracker.ts'
import { engines } from '../support/three-channels.ts'

const reads = (
  { slack }: { slack: { receipts: (user: string) => Record<string, unknown>[] } },
  user = dana,
) => slack.receipts(user).map(({ text, thread_ts: threadTs }) => ({ text: String(text), threadTs }))

test('the first reply in a thread tells its author, alone, where it went and who reads it', async () => {
  const running = await botWithThread()
  const { ts } = await running.say('We start on Monday')
  await running.idle()
  expect(running.slack.reactions(ts)).toEqual(['white_check_mark'])
  const [told, ...more] = reads(running)
  expect(more).toEqual([])
  expect(told?.threadTs).toBe(running.root.ts)
  expect(told?.text).toMatchInlineSnapshot(
    `"Your replies here become comments on the customer-visible task <https://tracker.example/projects/11111111-1111-4111-8111-111111111111#task-22222222-2222-4222-8222-222222222222|Kick-off call>. Acme Corp can read them."`,
  )
  await running.say('Second')
  await running.idle()
  expect(reads(running)).toHaveLength(1)
})

test('each person is told for themself, and again when the readers changed; on PostgreSQL too', async () => {
  const running = await botWithThread({ engine: 'postgres' })
  const { say, idle, tracker, hook } = running
  await say('First')
  await say('From Lee', { user: 'U0LEE' })
  await idle()
  expect(reads(running, 'U0LEE')).toHaveLength(1)
  const task = tracker.tasks.get(taskUuid)
  Object.assign(task ?? {}, { is_internal: true })
  await hook(taskEvent('task_updated'))
  await idle()
  await say('Between us')
  await idle()
  expect(reads(running).at(-1)?.text).toContain(
    'Who can read this has changed: your replies here become comments on the internal task <https://tracker.example',
  )
  expect(reads(running).at(-1)?.text).toContain('Only your own team can read them')
})

test('what no event told of the readers is found at the first reply', async () => {
  const running = await botWithThread()
  const { say, idle, tracker } = running
  Object.assign(tracker.tasks.get(taskUuid) ?? {}, { is_internal: true })
  await say('First')
  await idle()
  const [first] = reads(running).map(({ text }) => text)
  expect(first).toContain('Only your own team can read them')
})

test('who turned receipts off is told only that customers read from now on', async () => {
  const running = await botWithThread()
  const { say, idle, tracker, hook, signed, slack } = running
  Object.assign(tracker.tasks.get(taskUuid) ?? {}, { is_internal: true })
  await press(signed, 'home_receipts', 'off')
  await running.until(() => expect(slack.made('views.publish').length).toBeGreaterThan(0))
  await say('Quietly')
  await idle()
  expect(reads(running)).toEqual([])
  Object.assign(tracker.tasks.get(taskUuid) ?? {}, { is_internal: false })
  await hook(taskEvent('task_updated'))
  await idle()
  await say('Now in public')
  await idle()
  expect(reads(running).map(({ text }) => text)).toEqual([
    expect.stringContaining('Acme Corp can read them.'),
  ])
})

test('a tracker that falls silent after the comment costs the receipt nothing but freshness', async () => {
  const running = await botWithThread()
  running.tracker.control.onCreated = async () => void (running.tracker.control.down = 'unreachable')
  await running.say('Just before the outage')
  await running.until(() => expect(reads(running)).toHaveLength(1))
  expect(reads(running)[0]?.text).toContain('the customer-visible task')
})

/** A reply that became a comment, and what the tracker then does with that. */
const replied = async (engine: (typeof engines)[number] = 'sqlite') => {
  const running = await botWithThread({ engine })
  await running.say('We start on Monday')
  await running.idle()
  const comment = [...running.tracker.comments.values()].at(-1)
  if (!comment) throw new Error('no comment was made')
  const edit = async (text: string) => {
    const edited = { ...comment, message_plain: `Dana Smith (Slack): ${text}` }
    running.tracker.comments.set(comment.uuid, edited)
    await running.hook(commentEvent(edited, 'comment_updated'))
    await running.idle()
  }
  const remove = async (by = comment.created_by_name) => {
    running.tracker.comments.delete(comment.uuid)
    const modified = { modified_by: { full_name: by } }
    await running.hook(commentEvent(comment, 'comment_deleted', { modified }))
    await running.idle()
  }
  const lines = () => running.slack.thread(running.root.ts).slice(1)
  return { ...running, comment, edit, remove, lines }
}

test('a reply that somebody edits in the tracker gets one line in its thread, which later edits change', async () => {
  const { edit, lines, slack } = await replied()
  await edit('We start on Tuesday')
  expect(lines()).toMatchInlineSnapshot(`
    [
      "The comment from Dana Smith’s reply was edited in the tracker.
    Now: “We start on Tuesday”",
    ]
  `)
  await edit('We start on Wednesday')
  expect(lines()).toHaveLength(1)
  expect(lines()[0]).toContain('We start on Wednesday')
  expect(slack.made('chat.update')).toHaveLength(1)
})

test('a reply whose comment is deleted in the tracker says so, in the line that told of its edit', async () => {
  const { edit, remove, lines } = await replied()
  await edit('We start on Tuesday')
  await remove()
  expect(lines()).toEqual(['The comment from Dana Smith’s reply was deleted in the tracker.'])
})

test('a deletion without an edit before it is a line too; an update that changes no words is none', async () => {
  const { edit, remove, lines } = await replied()
  await edit(' We start  on Monday ')
  expect(lines()).toEqual([])
  await remove()
  expect(lines()).toEqual(['The comment from Dana Smith’s reply was deleted in the tracker.'])
})

test.each(engines)(
  'a reply whose comment somebody else deleted says who did, and when (%s)',
  async (engine) => {
    const { remove, lines } = await replied(engine)
    await remove('Lee Wong')
    expect(lines()).toEqual([
      expect.stringMatching(
        /^The comment from Dana Smith’s reply was deleted in the tracker by Lee Wong, <!date\^\d+\^[^>]*>\.$/,
      ),
    ])
  },
)

test('an edit of what is internal by now is not told in a shared channel', async () => {
  const { edit, lines, slack, tracker, bot } = await replied()
  slack.shared.add(channel)
  bot.deps.slack.forgetChannel(channel)
  Object.assign(tracker.tasks.get(taskUuid) ?? {}, { is_internal: true })
  await edit('Between us: they are late')
  expect(lines()).toEqual([])
})
