import { expect, test } from 'vitest'
import { eachEngine } from '../../support/databases.ts'
import { botWithThread, channel, dana } from '../support/running-bot.ts'
import { replyRows } from '../support/ledger-rows.ts'

const ts = '1763900000.000900'

const changes = (root: string) => {
  const before = { type: 'message', user: dana, ts, thread_ts: root, text: 'The secret is 4711' }
  return {
    edit: (text: string, facts: object = {}) => ({
      type: 'message',
      subtype: 'message_changed',
      channel,
      message: { ...before, text, ...facts },
      previous_message: before,
      ts: '1763999999.000100',
    }),
    deletion: {
      type: 'message',
      subtype: 'message_deleted',
      channel,
      deleted_ts: ts,
      previous_message: before,
      ts: '1763999999.000200',
    },
  }
}

const withChanges = async (options: Parameters<typeof botWithThread>[0] = {}) => {
  const running = await botWithThread(options)
  return { ...running, ...changes(running.root.ts) }
}

eachEngine('changes that come before their reply', (_fresh, engine) => {
  test('a reply that was deleted before its delivery arrived becomes no comment, and its author is told', async () => {
    const { say, slackEvent, idle, tracker, slack, deletion } = await withChanges({ engine })
    await slackEvent(deletion)
    await say('The secret is 4711', {}, ts)
    await say('The secret is 4711', {}, ts)
    await idle()
    expect(tracker.attempts).toEqual([])
    expect(slack.reactions(ts)).toEqual([])
    expect(slack.ephemerals(dana).map(({ text }) => text)).toEqual([
      'You deleted your reply before it was sent, so there’s no comment on “Kick-off call”.',
    ])
  })

  test('a reply that was edited before its delivery arrived becomes a comment in its last words', async () => {
    const { say, slackEvent, idle, tracker, slack, edit } = await withChanges({ engine })
    await slackEvent(edit('The secret is ****'))
    await slackEvent(edit('The secret is not for here'))
    await say('The secret is 4711', {}, ts)
    await idle()
    expect(tracker.attempts.map(({ message_plain: text }) => text)).toEqual([
      'Dana Smith (Slack): The secret is not for here',
    ])
    expect(slack.reactions(ts)).toEqual(['white_check_mark'])
    expect(slack.ephemerals(dana)).toEqual([])
  })

  test('a deletion wins over an edit that is delivered after it', async () => {
    const { say, slackEvent, idle, tracker, edit, deletion } = await withChanges({ engine })
    await slackEvent(deletion)
    await slackEvent(edit('An older edit'))
    await say('The secret is 4711', {}, ts)
    await idle()
    expect(tracker.attempts).toEqual([])
  })
})

test('an edit and a deletion that arrive with their reply at the same moment leave no comment of it', async () => {
  const { say, slackEvent, idle, tracker, edit, deletion } = await withChanges({ engine: 'postgres' })
  tracker.control.down = 'unreachable'
  await Promise.all([
    slackEvent(deletion),
    say('The secret is 4711', {}, ts),
    slackEvent(edit('The secret is ****')),
  ])
  tracker.control.down = undefined
  await idle()
  expect([...tracker.comments.values()].filter(({ message_plain: text }) => text.includes('4711'))).toEqual(
    [],
  )
})

test('changes of other people’s threads are not kept, and those of ours for two days', async () => {
  const clock = { ahead: 0 }
  const { slackEvent, database, edit, idle, until } = await withChanges({
    now: () => Date.now() + clock.ahead,
  })
  await slackEvent(edit('Lunch at noon', { thread_ts: '1763111111.000100' }))
  await slackEvent(edit('Not in a thread', { thread_ts: undefined }))
  expect(await replyRows(database)).toEqual([])
  await slackEvent(edit('In our thread'))
  expect((await replyRows(database)).map(({ text }) => text)).toEqual(['In our thread'])
  clock.ahead = 3 * 86_400_000
  await until(async () => expect(await replyRows(database)).toEqual([]))
  await idle()
})
