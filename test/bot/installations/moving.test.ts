import { expect, test } from 'vitest'
import type { BotOptions } from '../../../src/bot/app/bot.ts'
import { createOAuth } from '../../../src/bot/installations/oauth.ts'
import { createVault } from '../../../src/bot/installations/vault.ts'
import { findInstallation } from '../../../src/bot/installations/store/installations.ts'
import { botWithThread, commentEvent, dana } from '../support/running-bot.ts'
import { signingSecret } from '../support/start-node.ts'
import { openTracker } from '../support/two-installations.ts'
import { project } from '../support/stand-in-tracker.ts'
import { trackerOverHttp } from '../support/tracker-over-http.ts'
import { answerIn } from '../support/acts.ts'
import { browser } from './browsers.ts'
import { newKey } from './installing.ts'
import { slackOAuth } from './slack-oauth.ts'

/** A workspace with a thread, whose token is removed from the environment to install the app there by OAuth. */
const moving = async (environment: object = {}) => {
  const clock = { ahead: 0 }
  const oauth = await slackOAuth()
  const changes: Partial<BotOptions> = {
    now: () => Date.now() + clock.ahead,
    installs: {
      oauth: createOAuth(oauth.app),
      vault: createVault([newKey()]),
      openTracker,
      production: false,
    },
  }
  const running = await botWithThread(changes)
  const { slack, everyone, until } = running
  await until(async () =>
    expect(await findInstallation(everyone.installations.sql, 1)).toMatchObject({ teamId: 'T1' }),
  )
  const { apiUrl } = slack
  Object.assign(changes, {
    slack: { mode: 'http', botToken: undefined, signingSecret, apiUrl },
    ...environment,
  })
  await running.restart()
  return {
    running,
    clock,
    install: async () => {
      const own = browser()
      const { button } = await own.open(`${running.bot.url}/slack/install`)
      return own.open(oauth.allow(button))
    },
  }
}

test('a workspace that moves to OAuth keeps its tracker, and what was said meanwhile is worked off', async () => {
  const { running, clock, install } = await moving()
  const { slack, tracker, root, until } = running
  const meanwhile = tracker.addComment({ message_plain: 'Meanwhile' })
  expect((await running.hook(commentEvent(meanwhile))).status).toBe(200)
  const ts = (Date.now() / 1_000).toFixed(6)
  slack.said.push({ type: 'message', user: dana, text: 'Yes', ts, thread_ts: root.ts })
  await running.writes('Yes', root.ts, {}, ts)
  await running.idle()
  expect(tracker.attempts).toEqual([])

  expect((await install()).html).toContain('its tracker, subscriptions, and settings are still there')
  await until(() => expect(tracker.asked()).toEqual(['Dana Smith (Slack): Yes']))
  expect((await running.command('projects')).text).toContain(project.name)
  clock.ahead += 301_000
  await until(() => expect(slack.thread(root.ts)).toHaveLength(2))
  expect(slack.thread(root.ts)[1]).toContain('Meanwhile')
})

test('without a tracker in the environment, an admin of the moved workspace connects one', async () => {
  const { running, install } = await moving({ trackerUrl: undefined })
  const { command, submits } = running
  const there = await trackerOverHttp(running.tracker, () => undefined)
  expect((await install()).html).toContain('connect your tracker')
  expect((await command('projects')).text).toContain('No tracker is connected')
  const metrics = await (await fetch(`${running.bot.url}/metrics`)).text()
  expect(metrics).toContain('onboarding_installations_in_trouble{trouble="no tracker"} 1')
  const inputs = { tracker_url: there.url, tracker_key: 'the-key', tracker_integration: null }
  const values = Object.fromEntries(Object.entries(inputs).map(([block, value]) => [block, { value }]))
  const answer = await answerIn(await submits({ callback_id: 'connect_dialog' }, values))
  expect(JSON.stringify(answer)).toContain('This key can access 1 project.')
  expect((await command('projects')).text).toContain(project.name)
  await there.close()
})
