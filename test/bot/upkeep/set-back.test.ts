import { expect, onTestFinished, test, vi } from 'vitest'
import { olderCopy } from '../../support/databases.ts'
import { botWithHistory, nextBeats, otherTask } from '../support/history.ts'
import { commentEvent, dana, hookAt, startNode } from '../support/running-bot.ts'
import { apiUser, taskUuid } from '../support/stand-in-tracker.ts'
import { press, valueOf } from '../support/press.ts'

// The bot waits for the other node's sign of life, and for echoes.
vi.setConfig({ testTimeout: 60_000 })

const minute = 60_000
const done = ['white_check_mark']

test.each(['sqlite', 'postgres'] as const)(
  'started again on a copy of the database from before the last seconds: what was done stands once, what nobody can know is told (%s)',
  async (engine) => {
    const the = await botWithHistory(engine)
    const { slack, tracker, idle, until, clock, answers, customerSays, times, commentsOf } = the
    const early = await answers('Before the copy')
    await idle()
    // Both wait at the moment of the copy, and are done after it.
    tracker.control.down = 'unreachable'
    const waiting = await answers('Waiting at the copy')
    await customerSays('Announced before the copy')
    const putBack = await olderCopy(the.databaseUrl)
    tracker.control.down = undefined
    clock.ahead += 30_000
    await until(() => expect(slack.signs(waiting)).toEqual(done))
    await until(() => expect(times('Announced before the copy')).toBe(1))

    const lost = await customerSays('Said after the copy')
    await customerSays('On another task', otherTask)
    await idle()
    const signed = await answers('A reply after the copy')
    const underNew = await answers('Under a card of after the copy', the.rootOf('Contract'))
    await idle()
    expect(slack.signs(signed)).toEqual(done)
    expect(slack.signs(underNew)).toEqual(done)
    // Its comment is written, and the process dies before it can say so.
    slack.fault.next = ({ method }) => (method === 'reactions.add' ? { status: 503 } : undefined)
    const unsigned = await answers('A reply without its sign')
    await until(() => expect(commentsOf('A reply without its sign')).toBe(1))
    await the.restart(async () => {
      await putBack()
      slack.fault.next = undefined
    })
    const written = tracker.attempts.length
    await idle()

    // The tracker, whose delivery was late, repeats what the database has forgotten; and its comment is edited.
    await the.hook(lost)
    const edited = [...tracker.comments.values()].find(({ message_plain: said }) =>
      said.startsWith('Said after'),
    )
    if (edited) edited.message_plain = 'Said after the copy, and edited'
    if (edited) await the.hook(commentEvent(edited, 'comment_updated'))
    await customerSays('On the other task again', otherTask)
    await answers('Under its card', the.rootOf('Contract'))
    await idle()
    // Events wait until Slack was asked.
    await until(() =>
      expect(slack.thread(the.rootOf('Contract'))).toEqual([
        'Casey Jones: On another task',
        'Casey Jones: On the other task again',
      ]),
    )
    await until(() => expect(times('Said after the copy, and edited')).toBe(1))
    await idle()
    expect(times('Announced before the copy')).toBe(1)
    expect(times('Said after the copy')).toBe(1)
    expect(times('Contract')).toBe(1)
    expect(tracker.attempts.slice(written)).toEqual([
      { task_uuid: otherTask, message_plain: 'Dana Smith (Slack): Under its card' },
    ])

    clock.ahead += 8 * minute
    await until(() => expect(slack.signs(unsigned)).toContain('hourglass_flowing_sand'))
    clock.ahead += 2 * minute
    await until(() => expect(the.asked()).toEqual([expect.stringContaining('didn’t confirm your reply')]))
    await idle()
    expect(slack.signs(unsigned)).toEqual(['warning'])
    for (const ts of [early, waiting, signed, underNew]) expect(slack.signs(ts)).toEqual(done)
    expect(tracker.attempts).toHaveLength(written + 1)
    expect(the.told().map(({ channel }) => channel)).toEqual([dana])
  },
)

test('a failover under a running bot that loses the last seconds: what was acknowledged is not lost, and nothing stands twice', async () => {
  const the = await botWithHistory('postgres')
  const { slack, tracker, idle, until, clock, answers, customerSays, times, commentsOf } = the
  const failOver = await olderCopy(the.databaseUrl)
  await customerSays('Posted before the failover')
  const signed = await answers('Sent before the failover')
  await idle()
  expect(slack.signs(signed)).toEqual(done)
  // These are acknowledged, and wait for what is away.
  slack.fault.next = ({ method }) =>
    /^(chat.postMessage|reactions.add)$/.test(method) ? { status: 503 } : undefined
  const unsigned = await answers('Sent, and not signed before the failover')
  await until(() => expect(commentsOf('Sent, and not signed before the failover')).toBe(1))
  tracker.control.down = 'unreachable'
  await customerSays('Acknowledged before the failover', taskUuid)
  const edited = [...tracker.comments.values()].find(({ message_plain: said }) => said.startsWith('Posted'))
  if (edited) edited.message_plain = 'Posted before the failover, and edited'
  if (edited) await the.hook(commentEvent(edited, 'comment_updated'))
  const waiting = await answers('Not sent before the failover')

  await failOver()
  await until(() => expect(the.told()).toEqual([]))
  slack.fault.next = undefined
  tracker.control.down = undefined
  clock.ahead += 2_000
  await until(() => expect(times('Acknowledged before the failover')).toBe(1))
  await until(() => expect(the.told()).toHaveLength(1))
  clock.ahead += 2 * minute
  await until(() => expect(the.asked()).toEqual([expect.stringContaining('didn’t confirm your reply')]))
  await idle()
  expect(times('Posted before the failover')).toBe(1)
  expect(times('Posted before the failover, and edited')).toBe(1)
  expect(commentsOf('Sent before the failover')).toBe(1)
  expect(slack.signs(signed)).toEqual(done)
  expect(slack.signs(unsigned)).toEqual(done)
  expect(slack.signs(waiting)).toEqual(['warning'])

  const value = valueOf(slack.ephemerals(dana)[0], 'send_again')
  await press(the.signed, 'send_again', value)
  await customerSays('After the failover')
  await answers('Sent after the failover')
  await idle()
  expect(commentsOf('Not sent before the failover')).toBe(1)
  expect(commentsOf('Sent after the failover')).toBe(1)
  expect(times('After the failover')).toBe(1)
  clock.ahead += 10 * minute
  await idle()
  expect(tracker.attempts).toHaveLength(4)
  expect(the.asked()).toHaveLength(1)
})

test('after a failover that lost who the API user is, a comment that another node sent is still our own', async () => {
  const the = await botWithHistory('postgres', { apiUserUuid: undefined })
  const { tracker, idle, answers, hook, times } = the
  const failOver = await olderCopy(the.databaseUrl)
  await answers('By this node')
  await idle()
  const byOther = (words: string) =>
    commentEvent(
      tracker.addComment({ message_plain: `Dana Smith (Slack): ${words}`, created_by_uuid: apiUser }),
    )
  await hook(byOther('By another node, before the failover'))
  await idle()
  await failOver()
  await hook(byOther('By another node, after the failover'))
  await idle()
  expect(times('By another node')).toBe(0)
})

test('what two nodes acknowledged before a failover is posted in the order in which it arrived', async () => {
  const often = { beatMs: 100 }
  const the = await botWithHistory('postgres', often)
  const { slack, tracker, databaseUrl, bot, root } = the
  const second = await startNode({ databaseUrl, slack, tracker }, often)
  onTestFinished(second.close)
  const failOver = await olderCopy(databaseUrl)
  slack.fault.next = ({ method }) => (method === 'chat.postMessage' ? { status: 503 } : undefined)
  const words = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth'].map((word) => `the ${word}`)
  for (const [at, message_plain] of words.entries()) {
    const event = commentEvent(tracker.addComment({ message_plain }))
    expect((await hookAt(at % 2 === 0 ? second.bot.url : bot.url, event)).status).toBe(200)
  }
  await nextBeats(second)
  await failOver()
  slack.fault.next = undefined
  // Until then the nodes have stored again what they acknowledged, and Slack was asked.
  await vi.waitFor(() => expect(slack.thread(root.ts)).toHaveLength(words.length + 1), { timeout: 30_000 })
  expect(slack.thread(root.ts).slice(1)).toEqual(words.map((word) => `Casey Jones: ${word}`))
})
