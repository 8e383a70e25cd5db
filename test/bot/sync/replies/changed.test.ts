import { deleted, edited } from '../../support/acts.ts'
import { expect, test } from 'vitest'
import { engines } from '../../../support/databases.ts'
import { valueOf } from '../../support/pressing.ts'
import { botWithThread, dana } from '../../support/running-bot.ts'

/** A reply that became a comment, and what the tracker then does with that. */
const replied = async () => {
  const running = await botWithThread()
  await running.says('We start on Monday')
  const comment = running.tracker.newest()
  const edit = (text: string) => running.edits(comment, `Dana Smith (Slack): ${text}`)
  const remove = (by = comment.created_by_name) =>
    running.deletes(comment, { modified: { modified_by: { full_name: by } } })
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

test('a reply whose comment somebody else deleted says who did, and when', async () => {
  const { remove, lines } = await replied()
  await remove('Lee Wong')
  expect(lines()).toEqual([
    expect.stringMatching(
      /^The comment from Dana Smith’s reply was deleted in the tracker by Lee Wong, <!date\^\d+\^[^>]*>\.$/,
    ),
  ])
})

test('an edit of what is internal by now is not told in a shared channel', async () => {
  const { edit, lines, shares, changeTask } = await replied()
  shares()
  changeTask({ is_internal: true })
  await edit('Between us: they are late')
  expect(lines()).toEqual([])
})

const done = 'white_check_mark'

test('an edit before the reply was sent holds; one after it is told to its author', async () => {
  const { say, slackEvent, tracker, slack, idle } = await botWithThread()
  tracker.control.down = 'unreachable'
  const blocker = await say('The lane waits behind this one')
  const { ts } = await say('Typo')
  const edit = (text: string) => slackEvent({ ...edited(ts, text), previous_message: { ts, text: 'Typo' } })
  await edit('No typo')
  tracker.control.down = undefined
  await expect.poll(() => slack.reactions(ts), { timeout: 15_000 }).toEqual([done])
  expect(slack.reactions(blocker.ts)).toEqual([done])
  expect(tracker.attempts.at(-1)?.message_plain).toBe('Dana Smith (Slack): No typo')
  await edit('Changed again')
  await idle()
  expect(tracker.attempts).toHaveLength(2)
  expect(slack.ephemerals(dana)).toHaveLength(1)
})

for (const engine of engines) {
  test(`on ${engine}, a reply that is edited while its comment is sent, or ✅ is added, has no ✅; the original words bring it back`, async () => {
    const { say, slackEvent, tracker, slack, idle } = await botWithThread({ engine })
    const [sending, marking] = ['1763800900.000100', '1763800900.000200']
    const tuesday = (ts: string) => slackEvent(edited(ts, 'On Tuesday'))
    tracker.control.onCreated = async () => void (await tuesday(sending))
    await say('On Monday', {}, sending)
    await idle()
    tracker.control.onCreated = undefined
    slack.fault.next = async ({ method }) => {
      if (method === 'reactions.add') await tuesday(marking)
      return undefined
    }
    await say('On Monday', {}, marking)
    await idle()
    slack.fault.next = undefined
    expect([sending, marking].map((ts) => slack.signs(ts))).toEqual([[], []])
    const told = slack.whispers(dana).length
    for (const ts of [sending, marking]) await slackEvent(edited(ts, 'On Monday'))
    await idle()
    expect([sending, marking].map((ts) => slack.signs(ts))).toEqual([[done], [done]])
    expect(slack.whispers(dana)).toHaveLength(told)
  })

  test(`on ${engine}, Post a correction begins with the edited words, and brings ✅ back unless they are edited again`, async () => {
    const { says, slackEvent, slack, idle, presses, submits, viewIn, tracker } = await botWithThread({
      engine,
    })
    const { ts } = await says('On Monday')
    const corrects = async (words: string, times: number) => {
      await slackEvent(edited(ts, words))
      await idle()
      expect(slack.signs(ts)).toEqual([])
      const { blocks } = slack.ephemerals(dana).at(-1) ?? {}
      await presses('post_correction', valueOf(blocks, 'post_correction'))
      const view = await viewIn('views.open', times)
      expect(view.blocks.at(-1)?.element?.initial_value).toBe(words)
      await submits(view, { comment_text: { type: 'plain_text_input', value: words } })
    }
    await corrects('On Tuesday', 1)
    await idle()
    expect(slack.signs(ts)).toEqual([done])
    tracker.control.onCreated = async () => void (await slackEvent(edited(ts, 'On Friday')))
    await corrects('On Thursday', 2)
    await idle()
    expect(slack.signs(ts)).toEqual([])
    expect(tracker.asked().slice(1)).toEqual([
      'Dana Smith (Slack): On Tuesday',
      'Dana Smith (Slack): On Thursday',
    ])
  })
}

test('a deletion that Slack tells twice is answered once', async () => {
  const { idle, slack, slackEvent, root, says } = await botWithThread()
  const { ts } = await says('Hello')
  const before = { type: 'message', user: dana, ts, thread_ts: root.ts, text: 'Hello' }
  const twice = { ...deleted(ts), previous_message: before }
  for (const _ of [1, 2]) await slackEvent(twice, 'Ev1')
  await idle()
  expect(
    slack.ephemerals(dana).filter(({ text }) => /deleted in Slack only/.test(String(text))),
  ).toHaveLength(1)
})

test('a change that Slack makes itself, such as of a preview, is no edit', async () => {
  const { say, slackEvent, slack, idle } = await botWithThread()
  const { ts } = await say('See https://x.example')
  await idle()
  const { message, ...event } = edited(ts, 'See https://x.example (a preview)')
  await slackEvent({ ...event, message: { ...message, edited: undefined } })
  await idle()
  expect(slack.whispers(dana)).toEqual([])
})
