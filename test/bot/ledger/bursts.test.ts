import { expect, test } from 'vitest'
import { listening, subtaskEvent } from '../support/listening.ts'
import { botWithThread, channel, commentEvent, taskEvent } from '../support/running-bot.ts'
import { taskUuid } from '../support/stand-in-tracker.ts'
import { eventRows, ledgerRows } from '../support/ledger-rows.ts'

test('changes of one card that pile up while Slack is away are one update, and the ledger says which were skipped', async () => {
  const { hook, idle, tracker, slack, database } = await botWithThread()
  let away = true
  slack.fault.next = ({ method }) => (away && method.startsWith('chat.') ? { status: 503 } : undefined)
  await hook(commentEvent(tracker.addComment({ message_plain: 'Anybody?' })))
  const handled = async () => (await eventRows(database)).filter(({ state }) => state === 'handled').length
  for (const status of ['One', 'Two', 'Three']) {
    Object.assign(tracker.tasks.get(taskUuid) ?? {}, { status })
    const before = await handled()
    await hook(taskEvent('task_updated'))
    await expect.poll(handled).toBe(before + 1)
  }
  away = false
  await expect.poll(() => slack.made('chat.update').length, { timeout: 10_000 }).toBe(1)
  await idle()
  expect(slack.roots(channel)[0]?.text).toContain('Three')
  const rows = await ledgerRows(database, { kind: 'task_card_update' })
  expect(rows.map(({ state }) => state)).toEqual(['skipped', 'skipped', 'posted'])
  expect(rows[0]?.error).toContain('superseded')
})

const engines = ['sqlite', 'postgres'] as const

test.each(engines)(
  'a burst is one message that counts, while comments appear one by one (%s)',
  async (engine) => {
    const { send, slack, tracker } = await listening({ burstSize: 3, engine })
    const names = ['a', 'b', 'c', 'd', 'e', 'f']
    const completed = (name: string) =>
      subtaskEvent('subtask_completed', { uuid: name, name: `Step ${name}` })
    await send(...names.map(completed))
    const bursts = () => slack.messages.filter(({ text }) => text.includes('at once'))
    expect(slack.messages.filter(({ text }) => text.includes('Step'))).toHaveLength(3)
    expect(bursts().map(({ text }) => text)).toEqual([expect.stringContaining('3 more changes')])
    await send(commentEvent(tracker.addComment({ message_plain: 'Still here?' })))
    expect(slack.messages.at(-1)?.text).toContain('Still here?')
    expect(bursts()).toHaveLength(1)
  },
)

test('a burst ends with its minute: the next change is a line again', async () => {
  let now = Date.parse('2026-11-21T10:00:00Z')
  const { send, slack } = await listening({ burstSize: 1, now: () => now })
  const completed = (name: string) => subtaskEvent('subtask_completed', { uuid: name, name: `Step ${name}` })
  await send(completed('a'), completed('b'))
  now += 61_000
  await send(completed('c'))
  const texts = slack.messages.map(({ text }) => /Step \w|at once/.exec(text)?.[0]).filter(Boolean)
  expect(texts).toEqual(['Step a', 'at once', 'Step c'])
})
