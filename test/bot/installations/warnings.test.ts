import { expect, test } from 'vitest'
import { createOAuth } from '../../../src/bot/slack/oauth/oauth.ts'
import { storeInstall } from '../../../src/bot/store/installations/installations.ts'
import { noteTokenProblem } from '../../../src/bot/store/installations/tokens.ts'
import { runningBot } from '../support/running-bot.ts'
import { installOf, newVault, noTracker } from './installing.ts'
import { slackOAuth } from './slack-oauth.ts'

test('a token that cannot be refreshed is a warning of a bot that is ready', async () => {
  const vault = newVault()
  const slack = await slackOAuth()
  const { bot, everyone } = await runningBot({
    installs: { oauth: createOAuth(slack.app), vault, openTracker: noTracker, production: false },
  })
  const ready = async () => (await fetch(`${bot.url}/readyz`)).json()
  await expect.poll(ready).toEqual({ ready: true, reasons: [] })
  const now = Date.now()
  const rotating = { refreshToken: 'xoxe-1-r', tokenLastsMs: 12 * 3_600_000 }
  const { id } = await storeInstall(everyone.installations, vault, installOf('T2', rotating), now)
  const problem = { problem: 'invalid_refresh_token', retryMs: 60_000 }
  await noteTokenProblem(everyone.installations.sql, { id, version: 1 }, problem, now)
  const words = `installation ${id}: Refreshing the token has failed since `
  await expect.poll(ready).toEqual({ ready: true, reasons: [], warnings: [expect.stringContaining(words)] })
})
