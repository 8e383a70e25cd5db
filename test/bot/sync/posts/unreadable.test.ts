import { expect, test } from 'vitest'
import { postRows } from '../../support/rows/post-rows.ts'
import { botWithThread, channel, commentEvent, dana } from '../../support/running-bot.ts'

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
