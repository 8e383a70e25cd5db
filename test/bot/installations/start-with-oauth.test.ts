import { expect, test } from 'vitest'
import { findInstallation, storeInstall } from '../../../src/bot/installations/store/installations.ts'
import { keysInUse } from '../../../src/bot/installations/store/sealed.ts'
import { createVault } from '../../../src/bot/installations/secrets/vault.ts'
import { openDatabase } from '../../../src/bot/store/database.ts'
import { createOAuth } from '../../../src/bot/installations/oauth.ts'
import { runningBot } from '../support/running-bot.ts'
import { browser } from './browsers.ts'
import { installOf, newKey, newVault, noTracker } from './installing.ts'
import { slackOAuth } from './slack-oauth.ts'

test('the pages are on the port of a bot with a client id, and of no other', async () => {
  const slack = await slackOAuth()
  slack.answers.install = { team: { id: 'T2', name: 'Partner' } }
  const { bot, everyone } = await runningBot({
    installs: { oauth: createOAuth(slack.app), vault: newVault(), openTracker: noTracker, production: false },
  })
  const own = browser()
  const { button } = await own.open(`${bot.url}/slack/install`)
  expect((await own.open(slack.allow(button))).status).toBe(200)
  expect(await findInstallation(everyone.installations.sql, 2)).toMatchObject({ teamId: 'T2' })
  const other = await runningBot()
  for (const path of ['install', 'oauth_redirect'])
    expect((await browser().open(`${other.bot.url}/slack/${path}`)).status).toBe(404)
})

test('a bot that starts with a new key encrypts everything with it', async () => {
  const [older, newer] = [newKey(), newKey()]
  const vault = createVault([newer, older])
  const slack = await slackOAuth()
  const running = await runningBot({
    installs: { oauth: createOAuth(slack.app), vault, openTracker: noTracker, production: false },
  })
  await running.restart(async () => {
    await using database = await openDatabase(running.databaseUrl)
    await storeInstall(database.installations, createVault([older]), installOf('T1'), 1_000)
  })
  const moved = new Map([[vault.keyIds[0], 1]])
  await expect.poll(() => keysInUse(running.everyone.installations.sql)).toEqual(moved)
})
