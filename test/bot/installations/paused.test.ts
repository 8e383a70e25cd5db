import { expect, test } from 'vitest'
import { findInstallation } from '../../../src/bot/installations/store/installations.ts'
import { pause } from '../../../src/bot/installations/store/leaving.ts'
import { runAdmin } from '../../../src/start/commands/admin.ts'
import { dana } from '../support/running-bot.ts'
import { twoInstallations } from '../support/two-installations.ts'

test('what happens while an installation is paused is worked off once it is resumed', async () => {
  const clock = { ahead: 0 }
  const two = await twoInstallations({ engine: 'postgres', now: () => Date.now() + clock.ahead })
  const { slack, tracker, databaseUrl } = two
  await two.connect()
  await two.commandThere('subscribe all')
  const heard = async (text: string) => {
    expect((await two.commentThere(text)).status).toBe(200)
    await two.idle()
  }
  const admin = async (...[word, ...words]: string[]) => {
    await runAdmin({ DATABASE_URL: databaseUrl }, word, words, () => Date.now() + clock.ahead)
    await two.readInstalled()
  }
  const thread = () => slack.thread(slack.roots('C0THERE').at(-1)?.ts)
  await heard('Before')
  expect(thread()).toHaveLength(1)

  await admin('pause', String(two.id))
  await heard('Meanwhile')
  const ts = ((Date.now() + clock.ahead) / 1_000).toFixed(6)
  const said = {
    type: 'message',
    user: dana,
    text: 'Yes',
    ts,
    thread_ts: slack.roots('C0THERE').at(-1)?.ts ?? '',
  }
  slack.said.push(said)
  await two.eventThere({ ...said, channel: 'C0THERE', channel_type: 'channel' })
  await two.idle()
  expect([thread(), tracker.attempts]).toEqual([[expect.stringContaining('Before')], []])

  await admin('resume', String(two.id))
  clock.ahead += 301_000
  await two.until(() => expect(tracker.attempts).toHaveLength(1))
  await two.idle()
  expect(thread()).toEqual([expect.stringContaining('Before'), expect.stringContaining('Meanwhile')])
  expect(tracker.asked()).toEqual(['Dana Smith (Slack): Yes'])
})

test('a paused installation that is uninstalled is left, as any other', async () => {
  const two = await twoInstallations()
  await pause(two.tables.sql, two.id, 'unpaid bill', Date.now())
  await two.readInstalled()
  await two.eventThere({ type: 'app_uninstalled', event_ts: String(Date.now() / 1_000 + 1) })
  expect(await findInstallation(two.tables.sql, two.id)).toMatchObject({ state: 'leaving' })
})

test('what waits for a paused installation is not late, so no alarm is raised', async () => {
  const clock = { ahead: 0 }
  const two = await twoInstallations({ now: () => Date.now() + clock.ahead })
  await two.connect()
  await two.commandThere('subscribe all')
  await pause(two.tables.sql, two.id, 'unpaid bill', Date.now())
  await two.readInstalled()
  await two.commentThere('Meanwhile')
  await two.idle()
  clock.ahead += 600_000
  const metrics = await (await fetch(`${two.bot.url}/metrics`)).text()
  expect(metrics).toContain('onboarding_installations{state="paused"} 1')
  expect(metrics).toContain('onboarding_jobs_oldest_seconds{kind="retention"}')
  expect(metrics).not.toContain('onboarding_jobs_oldest_seconds{kind="event"}')
})
