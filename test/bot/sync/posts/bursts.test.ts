import { expect, test } from 'vitest'
import { engines } from '../../../support/databases.ts'
import { listening, subtaskEvent } from '../../support/listening.ts'
import { commentEvent } from '../../support/running-bot.ts'

for (const engine of engines)
  test(`a burst is one message that counts, while comments appear one by one (${engine})`, async () => {
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
  })

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
