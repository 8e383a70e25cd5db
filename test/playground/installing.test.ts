import { describe, expect } from 'vitest'
import { scopes } from '../../src/playground/app-manifest.ts'
import { consentPage, decide, exchange, install, wanted } from './support/installing.ts'
import { at, of, refused } from './support/stand-in-bot.ts'
import { openWorld, test } from './support/world.ts'
import { manifestScopes } from '../support/manifest-scopes.ts'

describe('adding the app to a workspace', () => {
  test('gives the app a token of that workspace, in the shape that Slack documents', async ({ world }) => {
    const granted = await install(world)
    expect(granted).toMatchObject({
      ok: true,
      access_token: expect.stringMatching(/^xoxb-\w+$/) as string,
      token_type: 'bot',
      scope: wanted.join(','),
      bot_user_id: 'U0ONBOARDGP',
      app_id: 'A0ONBOARD',
      team: { id: 'T0PARTNERS', name: 'Globex Partners' },
      enterprise: null,
      is_enterprise_install: false,
      authed_user: { id: 'U0NADIA' },
    })
    const slack = world.slack(String(granted['access_token']))
    expect(await slack.auth.test()).toMatchObject({ team_id: 'T0PARTNERS', user_id: 'U0ONBOARDGP' })
    // A second install gives the same token.
    expect(await install(world)).toMatchObject({ access_token: granted['access_token'] })
    await world.restart()
    expect(await world.slack(String(granted['access_token'])).auth.test()).toMatchObject({ ok: true })
  })

  test('leads from the app’s own pages to its Home tab in that workspace', async ({ world }) => {
    const to = async (team: string) => {
      const url = `${world.url}app_redirect?app=A0ONBOARD&team=${team}`
      return (await fetch(url, { redirect: 'manual' })).headers.get('location')
    }
    expect([await to('T0PARTNERS'), await to('T0NOWHERE')]).toEqual(['/app?as=nadia', '/'])
  })

  test('asks for what the manifest asks for', () => {
    const named = (optional: boolean) =>
      scopes.filter((one) => (one.optional ?? false) === optional).map(({ name }) => name)
    expect(manifestScopes).toEqual({ bot: named(false), bot_optional: named(true) })
  })

  test('brings a cancelled consent back as a refusal, with the state', async ({ world }) => {
    const back = await decide(world, { team: 'T0PARTNERS', decision: 'cancel' })
    expect(Object.fromEntries(back.searchParams)).toEqual({ error: 'access_denied', state: 'the-state' })
    expect(`${back.origin}${back.pathname}`).toBe(`${world.bot.origin}/slack/oauth_redirect`)
    const { workspaces } = await world.get('/workspace?as=nadia')
    expect(workspaces).toMatchObject([
      { installUrl: null },
      { installUrl: `${world.bot.origin}/slack/install` },
    ])
  })

  test('leaves out an optional scope that was unticked, and refuses what needs it', async ({ world }) => {
    const granted = await install(world, { 'scope pins:write': '' })
    expect(granted['scope']).toBe(wanted.filter((one) => one !== 'pins:write').join(','))
    const slack = world.slack(String(granted['access_token']))
    await expect(slack.pins.add({ channel: 'C0WINGTIP', timestamp: '1.1' })).rejects.toMatchObject({
      data: { error: 'missing_scope', needed: 'pins:write', provided: granted['scope'] },
    })
    const { user } = await slack.users.info({ user: 'U0NADIA' })
    expect(user?.profile).not.toHaveProperty('email')
  })

  test('refuses strangers: another client, address, or scope, and a page that was already answered', async ({
    world,
  }) => {
    const asked = [
      { client_id: '99.99' },
      { redirect_uri: 'http://evil.example/slack/oauth_redirect' },
      { redirect_uri: `${world.bot.origin}/slack/oauth_redirect_elsewhere` },
      { scope: 'admin' },
      { scope: '' },
    ]
    const pages = []
    for (const query of asked) pages.push(await consentPage(world, query))
    expect(pages.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400])
    expect(pages[0]?.text).toContain('Invalid client_id parameter')
    expect(pages[1]?.text).toContain('redirect_uri did not match any configured URIs')
    expect((await decide(world, { request: 'guessed', decision: 'allow' })).protocol).toBe('none:')
  })

  test('takes a code once, within ten minutes, with the app’s secret and its address', async () => {
    let now = Date.now()
    await using world = await openWorld({ now: () => now })
    const code = async () =>
      (await decide(world, { team: 'T0PARTNERS', decision: 'allow' })).searchParams.get('code') ?? ''
    const first = await code()
    const secret = { code: first, client_secret: 'guessed' }
    await refused(exchange(world, secret), 'bad_client_secret')
    await refused(exchange(world, { code: first, client_id: '1.1' }), 'invalid_client_id')
    for (const redirect_uri of [`${world.bot.origin}/elsewhere`, undefined])
      await refused(exchange(world, { code: first, redirect_uri }), 'bad_redirect_uri')
    expect(await exchange(world, { code: first })).toMatchObject({ ok: true })
    await refused(exchange(world, { code: first }), 'code_already_used')
    const late = await code()
    now += 10 * 60_000
    await refused(exchange(world, { code: late }), 'invalid_code')
  })
})

describe('removing the app from a workspace', () => {
  test('tells the app, ends its tokens, and takes it out of the channels', async ({ world }) => {
    const granted = await install(world)
    await world.post('/channels/C0WINGTIP/members', { as: 'nadia', add: 'onboarding' })
    await world.post('/channels/C0PARTNERS/members', { as: 'nadia', add: 'onboarding' })
    expect(await world.post('/uninstall', { as: 'nadia' })).toMatchObject({ ok: true })

    const gone = await world.bot.until(of('app_uninstalled'))
    expect(gone.body).toMatchObject({ team_id: 'T0PARTNERS', api_app_id: 'A0ONBOARD' })
    const revoked = await world.bot.until(of('tokens_revoked'))
    expect(at(revoked.body, 'event.tokens')).toEqual({ oauth: [], bot: ['U0ONBOARDGP'] })

    const slack = world.slack(String(granted['access_token']))
    await refused(slack.auth.test(), 'account_inactive')
    const view = await world.get('/workspace?as=nadia')
    expect(view).toMatchObject({ commands: [], bot: { installed: false } })
    expect(JSON.stringify(view['channels'])).not.toContain('U0ONBOARDGP')
    expect(await world.post('/uninstall', { as: 'nadia' })).toMatchObject({ error: 'app_not_installed' })
    // The first workspace still has it.
    expect(await world.slack().auth.test()).toMatchObject({ ok: true })

    const again = await install(world)
    expect(again['access_token']).not.toBe(granted['access_token'])
    expect(again['bot_user_id']).toBe(granted['bot_user_id'])
  })

  test('is not offered in the first workspace, where the app is from the start', async ({ world }) => {
    expect(await world.post('/uninstall', { as: 'dana' })).toMatchObject({ error: 'installed_by_its_token' })
  })

  test('answers an unknown token with invalid_auth', async ({ world }) => {
    await refused(world.slack('xoxb-guessed').auth.test(), 'invalid_auth')
  })
})
