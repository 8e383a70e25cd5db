import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { findInstallation, readToken } from '../../../src/bot/installations/store/installations.ts'
import { addConnection, connect } from '../../../src/bot/installations/store/connections.ts'
import { leave, pause } from '../../../src/bot/installations/store/leaving.ts'
import { scopes } from '../../../src/bot/slack/scopes.ts'
import { dumpOf, installationRows } from '../support/rows/installation-rows.ts'
import { allowed, installIn, installing } from './browsers.ts'
import { eachEngine, fresh } from './installing.ts'

const minute = 60_000

eachEngine('installing', (freshOf) => {
  test('begins with what the app will do, and leads to Slack with every scope', async () => {
    const { installUrl, browser, slack } = await installing(await freshOf())
    const page = await browser().open(installUrl)
    expect([page.status, page.title]).toEqual([200, 'Add Onboarding to Slack'])
    const consent = new URL(page.button)
    expect(page.button.startsWith(slack.app.authorizeUrl)).toBe(true)
    expect(consent.searchParams.get('scope')?.split(',').sort()).toEqual(Object.keys(scopes).sort())
    expect(consent.searchParams.get('client_id')).toBe(slack.app.clientId)
    expect(consent.searchParams.get('redirect_uri')).toMatch(/\/slack\/oauth_redirect$/)
    expect(consent.searchParams.get('state')).toMatch(/^\d+\.[\w-]{43}\.[\w-]{43}$/)
  })

  test('ends with an installation, its token at rest, and the way back to Slack', async () => {
    const story = await installing(await freshOf())
    const { page } = await installIn(story)
    expect([page.status, page.title]).toEqual([200, 'Onboarding is installed in Vendor <Ltd>'])
    expect(page.html).toContain('connect your tracker')
    expect(page.button).toBe('slack://app?team=T1&id=A1&tab=home')
    expect(story.installed).toEqual([2])
    expect(await findInstallation(story.database.sql, 2)).toMatchObject({
      teamId: 'T1',
      teamName: 'Vendor <Ltd>',
      enterpriseId: '',
      installedBy: 'U1',
      state: 'active',
      connectionId: null,
    })
    expect((await installationRows(story.database))[1]).toMatchObject({
      is_org: 0,
      bot_user_id: 'U0BOT',
    })
    expect(await readToken(story.database.sql, story.vault, 2)).toBe(story.slack.tokens[0])
  })

  test('a whole organization installs it once, and then chooses workspaces', async () => {
    const story = await installing(await freshOf())
    story.slack.answers.install = {
      team: null,
      enterprise: { id: 'E1', name: 'Vendor Group' },
      is_enterprise_install: true,
    }
    const { page } = await installIn(story)
    expect(page.title).toBe('Onboarding is installed in Vendor Group')
    expect(page.button).toBe('https://vendor.slack.com/manage/organization/apps/profile/A1/workspaces/add')
    expect((await installationRows(story.database))[1]).toMatchObject({
      is_org: 1,
      team_id: '',
      enterprise_id: 'E1',
    })
  })

  test('a reinstall keeps the tracker, replaces the token, and ends leaving', async () => {
    const story = await installing(await freshOf())
    await installIn(story)
    const tracker = { baseUrl: 'https://acme.example', apiKey: 'k', hookSecret: 's', createdBy: 'U1' }
    const made = { ...tracker, integrationUuid: null, apiUserUuid: null }
    await connect(story.database, 2, await addConnection(story.database, story.vault, made, 1))
    await leave(story.database.sql, 2, 'app_uninstalled', story.clock.now)
    expect(await readToken(story.database.sql, story.vault, 2)).toBeUndefined()
    story.clock.now += minute
    const needed = Object.entries(scopes).flatMap(([scope, { optional }]) => (optional ? [] : [scope]))
    story.slack.answers.install = { team: { id: 'T1', name: 'Renamed' }, scope: needed.join(',') }
    const { page } = await installIn(story)
    expect(page.html).toContain('its tracker, subscriptions, and settings are still there')
    expect(await findInstallation(story.database.sql, 2)).toMatchObject({
      state: 'active',
      reason: null,
      teamName: 'Renamed',
      installedAt: story.clock.now,
      connectionId: 2,
    })
    expect(await readToken(story.database.sql, story.vault, 2)).toBe(story.slack.tokens[1])
    const [, after, ...more] = await installationRows(story.database)
    expect([after?.scopes, more]).toEqual([JSON.stringify(needed), []])
  })

  test('a reinstall while the operator has paused it says so, and pauses on', async () => {
    const story = await installing(await freshOf())
    await installIn(story)
    await pause(story.database.sql, 2, 'unpaid bill', 1_000)
    expect((await installIn(story)).page.html).toContain('Its operator has paused it')
    const after = await findInstallation(story.database.sql, 2)
    expect(after).toMatchObject({ state: 'paused', stateAt: 1_000, reason: 'unpaid bill' })
  })
})

describe('an install that goes wrong', () => {
  test('was cancelled: nothing is stored', async () => {
    const story = await installing(await fresh())
    const { own, back: link } = await allowed(story)
    const back = new URL(link)
    back.searchParams.delete('code')
    back.searchParams.set('error', 'access_denied')
    expect((await own.open(back.href)).title).toBe('Onboarding was not installed')
    expect(await installationRows(story.database)).toHaveLength(1)
    expect(story.slack.calls()).toBe(0)
  })

  test('the same link twice, also at once, installs once', async () => {
    const story = await installing(await fresh())
    const { own, back } = await allowed(story)
    const pages = await Promise.all([own.open(back), own.open(back), own.open(back)])
    expect(pages.filter(({ status }) => status === 200)).toHaveLength(1)
    expect((await own.open(back)).title).toBe('This installation can’t be finished')
    expect(story.installed).toHaveLength(1)
  })

  test('a used state takes no other code, and Slack is not asked for it', async () => {
    const story = await installing(await fresh())
    const { own, back } = await allowed(story)
    const other = new URL((await allowed(story)).back).searchParams.get('code') ?? ''
    await own.open(back)
    const again = new URL(back)
    again.searchParams.set('code', other)
    const calls = story.slack.calls()
    expect((await own.open(again.href)).title).toBe('This installation can’t be finished')
    expect(story.slack.calls()).toBe(calls)
  })

  test('a browser whose cookie somebody else chose takes only a state that the app made', async () => {
    const story = await installing(await fresh())
    const { back, own } = await allowed(story)
    const secret = own.cookie().split('=')[1] ?? ''
    const now = story.clock.now
    const url = new URL(back)
    for (const about of [`${now}`, `${now}.${secret}`])
      for (const text of [`install ${now}`, `install\n${secret}\n${about}`]) {
        const mac = createHmac('sha256', secret).update(text).digest('base64url')
        url.searchParams.set('state', `${about}.${mac}`)
        expect((await own.open(url.href)).status).toBe(400)
      }
    expect((await own.open(back)).status).toBe(200)
  })

  test("another browser can't finish it, with no cookie or its own, and the first one still can", async () => {
    const story = await installing(await fresh())
    const own = story.browser()
    const other = story.browser()
    const { button } = await own.open(story.installUrl)
    const back = story.slack.allow(button)
    expect((await other.open(back)).title).toBe('This installation can’t be finished')
    await other.open(story.installUrl)
    expect(other.cookie()).not.toBe(own.cookie())
    expect((await other.open(back)).status).toBe(400)
    expect(story.slack.calls()).toBe(0)
    expect((await own.open(back)).status).toBe(200)
  })

  test('two tabs of one browser both finish', async () => {
    const story = await installing(await fresh())
    const own = story.browser()
    const first = await own.open(story.installUrl)
    const second = await own.open(story.installUrl)
    expect((await own.open(story.slack.allow(first.button))).status).toBe(200)
    expect((await own.open(story.slack.allow(second.button))).status).toBe(200)
  })

  test('a made-up or missing state is refused without asking Slack', async () => {
    const story = await installing(await fresh())
    const { own, back: link } = await allowed(story)
    const back = new URL(link)
    for (const state of ['', 'x'.repeat(43), '0'.repeat(100_0), `${story.clock.now}.${'x'.repeat(43)}`]) {
      back.searchParams.set('state', state)
      expect((await own.open(back.href)).status).toBe(400)
    }
    back.searchParams.delete('state')
    expect((await own.open(back.href)).status).toBe(400)
    expect((await own.open(`${back.href}&state=a&state=b`)).status).toBe(400)
    expect(story.slack.calls()).toBe(0)
  })

  test('ten minutes are long enough, and more are too many', async () => {
    const story = await installing(await fresh())
    const intime = await allowed(story)
    const late = await allowed(story)
    story.clock.now += 10 * minute - 1
    expect((await intime.own.open(intime.back)).status).toBe(200)
    story.clock.now += 1
    expect((await late.own.open(late.back)).title).toBe('This installation can’t be finished')
    const early = await allowed(story)
    // The clock was set back by a day.
    story.clock.now -= 24 * 60 * minute
    expect((await early.own.open(early.back)).status).toBe(400)
  })
})

describe('what an install leaves behind', () => {
  test('no token, code or client secret is in the log, in a page or in the database', async () => {
    const story = await installing(await fresh())
    const { page, own, back } = await installIn(story)
    story.slack.answers.error = 'bad_client_secret'
    const failed = await installIn(story)
    const everything = [page.html, failed.page.html, story.logged(), await dumpOf(story.database)].join('\n')
    const { searchParams } = new URL(back)
    const secrets = [...story.slack.tokens, story.slack.app.clientSecret, searchParams.get('code') ?? '-']
    secrets.push(searchParams.get('state') ?? '-', own.cookie().split('=')[1] ?? '-', 'xoxb-')
    for (const secret of secrets) expect(everything).not.toContain(secret)
  })

  test('pages run nothing, load nothing, and are kept nowhere', async () => {
    const story = await installing(await fresh())
    const { page } = await installIn(story)
    const begun = await story.browser().open(story.installUrl)
    for (const { headers } of [page, begun]) {
      expect(headers.get('content-security-policy')).toMatch(
        /^default-src 'none'; style-src 'sha256-[^']+'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/,
      )
      expect(headers.get('cache-control')).toBe('no-store')
      expect(headers.get('referrer-policy')).toBe('no-referrer')
      expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
    }
    expect(page.html).toContain('Vendor &lt;Ltd&gt;')
  })

  test('the cookie is for this browser alone, and goes over https only where the address is https', async () => {
    const plain = await installing(await fresh())
    const set = (await fetch(plain.installUrl)).headers.getSetCookie()[0] ?? ''
    expect(set).toMatch(/^onboarding-install=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/)
    const safe = await installing(await fresh(), { publicUrl: 'https://onboarding.example.com' })
    const secure = (await fetch(safe.installUrl)).headers.getSetCookie()[0] ?? ''
    expect(secure).toMatch(/; Secure; SameSite=Lax$/)
    expect((await installIn(safe)).page.status).toBe(200)
  })
})
