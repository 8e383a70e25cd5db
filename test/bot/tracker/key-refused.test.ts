import { expect, test } from 'vitest'
import { botWithThread } from '../support/running-bot.ts'
import { taskUuid } from '../support/stand-in-tracker.ts'

test('a key that the tracker refuses stops the writing: it is said, readiness fails, and nothing is lost', async () => {
  const { bot, command, say, slack, tracker, until } = await botWithThread({ pendingReactionMs: 0 })
  tracker.control.down = 'unauthorized'
  const { ts } = await say('We start on Monday')
  await until(() => expect(slack.reactions(ts)).toEqual(['hourglass_flowing_sand']))
  // ⏳ may come before the tracker's answer.
  await until(async () => {
    const ready = await fetch(`${bot.url}/readyz`)
    expect(await ready.text()).toContain('rejected ONBOARDING_API_KEY')
    expect(ready.status).toBe(503)
  })
  expect((await command('projects')).text).toMatch(/key/)
  expect(tracker.attempts).toEqual([])

  tracker.control.down = undefined
  await bot.deps.lanes.resume('reply', taskUuid)
  await until(() => expect(slack.reactions(ts)).toEqual(['white_check_mark']))
  expect(tracker.attempts).toHaveLength(1)
})
