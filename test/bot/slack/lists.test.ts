import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { quiet } from '../support/start-node.ts'
import { slackDoor } from '../support/slack/slack-door.ts'
import { createSlack, type Slack } from '../../../src/bot/slack/web-slack.ts'
import { slackClients, slackClock } from '../../../src/bot/slack/client.ts'

const minute = 60_000

/** Lets time pass on the monotonic clock, by which caches go. */
const passing = () => {
  const now = performance.now.bind(performance)
  let ahead = 0
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + ahead)
  onTestFinished(() => clock.mockRestore())
  return async (ms: number) => {
    ahead += ms
    // A cache looks at the clock once a millisecond.
    await sleep(5)
  }
}

const listing = async () => {
  const made: string[] = []
  const door = await slackDoor(() => async ({ method }) => {
    made.push(method)
    return { ok: true, team_id: 'T1', members: [], channels: [] }
  })
  onTestFinished(() => door.close())
  const app = { mode: 'http', signingSecret: 's', apiUrl: door.apiUrl } as const
  const clock = slackClock()
  const clientWith = slackClients(app, quiet, clock, () => undefined)
  const slack = createSlack(
    clientWith(async () => 'xoxb-T1'),
    clock,
    quiet,
  )
  return { slack, times: (method: string) => made.filter((one) => one === method).length }
}

test.each<[string, string, number, (slack: Slack) => Promise<unknown>]>([
  ['people are', 'users.list', 10 * minute, (slack) => slack.members()],
  ['public channels are', 'conversations.list', 5 * minute, (slack) => slack.publicChannels()],
])('%s listed anew once the list is old, however often it was asked for', async (_, method, kept, ask) => {
  const { slack, times } = await listing()
  const pass = passing()
  await ask(slack)
  await pass(0.6 * kept)
  await ask(slack)
  expect(times(method)).toBe(1)
  await pass(0.6 * kept)
  await ask(slack)
  expect(times(method)).toBe(2)
})
