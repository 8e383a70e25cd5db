import { expect, test } from 'vitest'
import { readToken } from '../../../src/bot/installations/store/installations.ts'
import { installationRows } from '../support/rows/installation-rows.ts'
import { runningBot } from '../support/running-bot.ts'
import { browser } from './browsers.ts'
import { emulatedSlack } from './emulated-slack.ts'
import { newVault, noTracker } from './installing.ts'

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
