import { createEmulator } from 'emulate'
import { expect, onTestFinished, test } from 'vitest'
import { createOAuth } from '../../../src/bot/slack/oauth/oauth.ts'
import { scopes } from '../../../src/bot/slack/scopes.ts'
import { findInstallation } from '../../../src/bot/store/installations/installations.ts'
import { readToken } from '../../../src/bot/store/installations/tokens.ts'
import { runningBot } from '../support/running-bot.ts'
import { browser } from './browsers.ts'
import { newVault } from './installing.ts'

const publicUrl = 'https://onboarding.example'
const redirectUri = `${publicUrl}/slack/oauth_redirect`
const credentials = { client_id: '1.2', client_secret: 'shh' }

/** `emulate`'s Slack: another's idea of consent and of `oauth.v2.access` than ours. */
const anotherSlack = async () => {
  const slack = await createEmulator({
    service: 'slack',
    port: 0,
    seed: {
      slack: {
        strict_scopes: true,
        team: { name: 'Vendor', domain: 'vendor' },
        users: [{ name: 'dana', real_name: 'Dana Smith', email: 'dana@vendor.example' }],
        oauth_apps: [
          { ...credentials, name: 'Onboarding', scopes: Object.keys(scopes), redirect_uris: [redirectUri] },
        ],
      },
    },
  })
  onTestFinished(() => slack.close())
  return slack
}

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
  const slack = await anotherSlack()
  const app = { apiUrl: `${slack.url}/api/`, authorizeUrl: `${slack.url}/oauth/v2/authorize` }
  const oauth = createOAuth({ ...app, clientId: '1.2', clientSecret: 'shh' })
  const vault = newVault()
  const { bot, everyone } = await runningBot({ publicUrl, installs: { oauth, vault } })
  const own = browser()
  const { button } = await own.open(`${bot.url}/slack/install`)
  const page = await own.open((await consent(button)).replace(publicUrl, bot.url))
  expect([page.status, page.title]).toEqual([200, 'Onboarding is installed in Vendor'])
  expect(await findInstallation(everyone.installations.sql, 2)).toMatchObject({
    teamId: 'T000000001',
    isOrg: false,
  })
  const token = (await readToken(everyone.installations.sql, vault, 2))?.token ?? ''
  const answer = await fetch(`${app.apiUrl}users.list`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
  })
  expect(await answer.json()).toMatchObject({ ok: true })
})
