import { expect, test } from 'vitest'
import { eachEngine } from '../../../support/databases.ts'
import { knownComments } from '../../support/rows/known-rows.ts'
import { commentEvent, runningBot } from '../../support/running-bot.ts'

eachEngine('the words of comments', (_fresh, engine) => {
  test('are kept for a time, and not after their comment was deleted', async () => {
    const clock = { ahead: 0 }
    const running = await runningBot({ engine, now: () => Date.now() + clock.ahead })
    const { tracker, hook, idle, database, deletes } = running
    const kept = tracker.addComment({ message_plain: 'Where do we start?' })
    const deleted = tracker.addComment({ message_plain: 'Never mind' })
    for (const comment of [kept, deleted]) await hook(commentEvent(comment))
    await idle()
    await deletes(deleted)
    const texts = async () => new Set((await knownComments(database)).map(({ text }) => text))
    expect(await texts()).toEqual(new Set(['', 'Where do we start?']))
    clock.ahead = 200 * 86_400_000
    await running.until(async () => expect(await texts()).toEqual(new Set(['', '(no longer kept)'])))
  })
})
