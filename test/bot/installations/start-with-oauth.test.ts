import { emulatedSlack } from './emulated-slack.ts'
import { installationRows } from '../support/rows/installation-rows.ts'
import { expect, test } from 'vitest'
import {
  findInstallation,
  storeInstall,
  readToken,
} from '../../../src/bot/installations/store/installations.ts'
import { keysInUse } from '../../../src/bot/installations/store/sealed.ts'
import { createVault } from '../../../src/bot/installations/vault.ts'
import { openDatabase } from '../../../src/bot/store/database.ts'
import { createOAuth } from '../../../src/bot/installations/oauth.ts'
import { dana, runningBot } from '../support/running-bot.ts'
import { twoInstallations } from '../support/two-installations.ts'
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

test('an install on another node counts at once, also where an event came just before', async () => {
  const two = await twoInstallations()
  const opened = { type: 'app_home_opened', user: dana, channel: 'D0DANA', tab: 'home' }
  await two.eventThere(opened, 'T3')
  await two.until(() => expect(two.logged.join('')).toContain('ignored an event from another workspace'))
  await storeInstall(two.tables, two.vault, installOf('T3'), Date.now())
  await two.eventThere(opened, 'T3')
  await two.until(() => expect(two.slack.made('views.publish')).toHaveLength(1))
})

test('a bot that starts with a new key encrypts everything with it, and names what it can’t read', async () => {
  const [older, newer] = [newKey(), newKey()]
  const vault = createVault([newer, older])
  const lost = newVault()
  const slack = await slackOAuth()
  const running = await runningBot({
    installs: { oauth: createOAuth(slack.app), vault, openTracker: noTracker, production: false },
  })
  await running.restart(async () => {
    await using database = await openDatabase(running.databaseUrl)
    await storeInstall(database.installations, createVault([older]), installOf('T1'), 1_000)
    await storeInstall(database.installations, lost, installOf('T2'), 1_000)
  })
  const moved = new Map([vault.keyIds[0], lost.keyIds[0]].map((key) => [key, 1]))
  await expect.poll(() => keysInUse(running.everyone.installations.sql)).toEqual(moved)
  const metrics = await (await fetch(`${running.bot.url}/metrics`)).text()
  expect(metrics).toContain('onboarding_installations_in_trouble{trouble="secret"} 1')
  const deps = await running.bot.workspaces.of(3)
  await expect(deps?.slack.identity()).rejects.toThrow('bot_token of installation 3 was encrypted with')
})

const publicUrl = 'https://onboarding.example'

/** The person picks a name on the consent page. Returns where Slack sends the browser. */
const consent = async (url: string): Promise<string> => {
  const page = await (await fetch(url)).text()
  const fields = [...page.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)]
  const body = new URLSearchParams(fields.map(([, name = '', value = '']): [string, string] => [name, value]))
  const [, action = ''] = /<form[^>]* action="([^"]+)"/.exec(page) ?? []
  const answer = await fetch(new URL(action, url), { method: 'POST', body, redirect: 'manual' })
  return answer.headers.get('location') ?? ''
}

test('the app installs itself through the consent page of another Slack, and its token works there', async () => {
  const { apiUrl, oauth } = await emulatedSlack(publicUrl)
  const vault = newVault()
  const { bot, everyone } = await runningBot({
    publicUrl,
    installs: { oauth, vault, openTracker: noTracker, production: false },
  })
  const own = browser()
  const { button } = await own.open(`${bot.url}/slack/install`)
  const page = await own.open((await consent(button)).replace(publicUrl, bot.url))
  expect([page.status, page.title]).toEqual([200, 'Onboarding is installed in Vendor'])
  expect((await installationRows(everyone.installations))[1]).toMatchObject({
    team_id: 'T000000001',
    is_org: 0,
  })
  const token = (await readToken(everyone.installations.sql, vault, 2)) ?? ''
  const answer = await fetch(`${apiUrl}users.list`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
  })
  expect(await answer.json()).toMatchObject({ ok: true })
})
