import { expect, test, vi } from 'vitest'
import { botProcess } from '../support/bot-process.ts'
import { everybody, makingChannels } from '../support/making-channels.ts'
import type { RunningTestBot } from '../support/running-bot.ts'

// Whole processes start here, beside other tests.
vi.setConfig({ testTimeout: 90_000 })

test.each([
  ['as Slack refuses to create it', 'conversations.create', false],
  ['when the channel exists and the answer is on its way', 'conversations.create', true],
  ['when somebody is added', 'conversations.invite', true],
  ['when the topic is set', 'conversations.setTopic', true],
  ['when the card stands in Slack and the answer is on its way', 'chat.postMessage', true],
  ['when the card is pinned', 'pins.add', true],
] as const)('killed %s: after a restart there is one channel with one card', async (_, method, worked) => {
  const running = await botProcess()
  const { slack, tracker, start, exited, child } = running
  tracker.users.push(...everybody)
  const until = (check: () => void) => vi.waitFor(check, { timeout: 40_000 })
  const { wantsOne, told } = await makingChannels({ ...running, until } as unknown as RunningTestBot)
  let armed = true
  slack.fault.next = (call) => {
    if (!armed || call.method !== method) return undefined
    armed = false
    child().kill('SIGKILL')
    return { status: 500, ...(worked && { lost: true }) }
  }
  await wantsOne()
  await exited()
  expect(armed).toBe(false)
  await start()
  await until(() => expect(told().some((text) => text.includes('is ready.'))).toBe(true))
  expect(slack.own).toMatchObject([{ name: 'onb-acme-corp', members: ['U0BOT', 'U0DANA', 'U0LEE'] }])
  expect(slack.roots('C0NEW1')).toHaveLength(1)
  expect(told().filter((text) => text.includes('is ready.'))).toHaveLength(1)
})
