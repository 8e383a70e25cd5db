import { randomUUID } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { actsBy } from '../../support/acts.ts'
import { botProcess } from '../../support/bot-process.ts'
import { everybody, makingChannels } from '../../support/making-channels.ts'
import { channel, type RunningTestBot } from '../../support/running-bot.ts'
import { project } from '../../support/stand-in-tracker.ts'

// Whole processes start here, beside other tests.
vi.setConfig({ testTimeout: 180_000 })

const moments = [
  ['as Slack refuses to create it', 'conversations.create', false],
  ['when the channel exists and the answer is on its way', 'conversations.create', true],
  ['when somebody is added', 'conversations.invite', true],
  ['when the topic is set', 'conversations.setTopic', true],
  ['when the card stands in Slack and the answer is on its way', 'chat.postMessage', true],
  ['when the card is pinned', 'pins.add', true],
] as const

// One process after the other, each killed over a channel of its own: a start takes a second of processor time.
test('killed at any step of a channel: after a restart there is one channel with one card', async () => {
  const running = await botProcess()
  const { slack, tracker, start, exited, child } = running
  tracker.users.push(...everybody)
  const until = (check: () => void) => vi.waitFor(check, { timeout: 40_000 })
  const { wantsOne, told } = makingChannels({
    ...running,
    ...actsBy(running.signed),
    until,
  } as unknown as RunningTestBot)
  for (const [at, [moment, method, worked]] of moments.entries()) {
    const own = { ...project, uuid: randomUUID(), name: `Killed ${moment}` }
    tracker.projects.push(own)
    const name = `onb-killed-${at}`
    let armed = true
    slack.fault.next = (call) => {
      if (!armed || call.method !== method) return undefined
      armed = false
      child().kill('SIGKILL')
      return { status: 500, ...(worked && { lost: true }) }
    }
    await wantsOne({ name, metadata: JSON.stringify({ project: own.uuid, channel }) })
    await exited()
    expect(armed, moment).toBe(false)
    await start()
    const made = () => slack.own.filter((one) => one.name === name)
    const ready = () => told().filter((text) => text.includes(`<#${made()[0]?.id}> is ready.`))
    await until(() => expect(ready(), moment).toHaveLength(1))
    expect(made(), moment).toMatchObject([{ name, members: ['U0BOT', 'U0DANA', 'U0LEE'] }])
    expect(slack.own, moment).toHaveLength(at + 1)
    expect(slack.roots(made()[0]?.id ?? ''), moment).toHaveLength(1)
    // What was told once is not told again later.
    expect(
      told().filter((text) => text.includes('is ready.')),
      moment,
    ).toHaveLength(at + 1)
  }
})
