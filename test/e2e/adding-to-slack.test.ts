import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { authorizeUrl, exchange } from '../playground/support/installing.ts'
import { at, type Json } from '../playground/support/stand-in-bot.ts'
import { test as inWorld, type World } from '../playground/support/world.ts'
import { violations } from './browser/accessibility.ts'
import { type Browser, canBrowse, openBrowser, openDesk } from './browser/browser.ts'
import { slackPage } from './browser/slack-page.ts'

/** An app whose install page and redirect page are as plain as can be. */
const actAsApp = (world: World) => {
  const granted: Json[] = []
  world.bot.browsed(async (request, response) => {
    const url = new URL(request.url ?? '/', world.bot.origin)
    if (url.pathname === '/slack/install')
      return response.writeHead(302, { location: authorizeUrl(world) }).end()
    const code = url.searchParams.get('code')
    if (code) granted.push(await exchange(world, { code }))
    const says = code ? 'Added' : `Not added: ${url.searchParams.get('error') ?? ''}`
    return response
      .writeHead(200, { 'content-type': 'text/html' })
      .end(`<!doctype html><link rel="icon" href="data:,"><title>App</title><h1>${says}</h1>`)
  })
  return granted
}

const pageOf = (page: Page) => {
  const slack = slackPage(page)
  const menu = (name: string) => page.getByRole('button', { name: `${name}: workspaces and apps` })
  return {
    ...slack,
    menu,
    choose: async (workspace: string, item: string | RegExp) => {
      await menu(workspace).click()
      await page.getByRole('menuitem', { name: item }).click()
    },
    /** Opens the consent page from the workspace's menu, in the tab that it opens in. */
    addToSlack: async () => {
      await menu('Globex Partners').click()
      const opened = page.context().waitForEvent('page')
      await page.getByRole('menuitem', { name: 'Add to Slack' }).click()
      return opened
    },
    inApps: page.getByRole('navigation', { name: 'Workspace' }).getByRole('link', { name: /^Onboarding/ }),
  }
}

describe.runIf(canBrowse)('two workspaces in the browser', () => {
  let browser: Browser
  const problems: string[] = []
  const test = inWorld.extend<{ granted: Json[]; page: Page }>({
    granted: ({ world }, use) => use(actAsApp(world)),
    // It is closed before its world, because a page whose server has gone says so.
    page: async ({ world: _world }, use) => {
      const { page, context } = await openDesk(browser, problems)
      await use(page)
      await context.close()
    },
  })
  beforeAll(async () => {
    browser = await openBrowser()
  })
  afterAll(async () => {
    await browser.close()
    expect(problems).toEqual([])
  })

  test('one switches between them, and a message in the shared channel is read in both', async ({
    world,
    page,
  }) => {
    const slack = pageOf(page)
    await page.goto(world.url)
    await slack.goTo('globex-partners')
    await slack.type('Hello, partners')
    await slack.message('Hello, partners').waitFor()

    await slack.choose('Playground', /^Globex Partners/)
    await slack.menu('Globex Partners').waitFor()
    // The channel is in both workspaces, so it stays open.
    await slack.message('Hello, partners').getByText('Playground').waitFor()
    await slack.message('Hello, partners').getByText('Dana Smith').waitFor()
    const people = page.getByRole('group', { name: 'Act as' }).getByRole('button')
    expect(await people.count()).toBe(2)
    await slack.type('Hello, Dana')
    expect(await violations(page)).toEqual([])

    await page.reload()
    await slack.message('Hello, Dana').waitFor()
    await slack.choose('Globex Partners', /^Playground/)
    await slack.message('Hello, Dana').getByText('Globex Partners').waitFor()
    expect(await slack.inApps.count()).toBe(1)
  })

  test('a person adds the app, leaves out a scope, uses it, and removes it', async ({
    world,
    page,
    granted,
  }) => {
    const slack = pageOf(page)
    await page.goto(`${world.url}?as=nadia`)
    await slack.goTo('wingtip-onboarding')
    expect(await slack.inApps.count()).toBe(0)
    await slack.menu('Globex Partners').click()
    expect(await violations(page), 'the menu').toEqual([])
    await page.keyboard.press('Escape')

    const consent = await slack.addToSlack()
    await consent.getByRole('heading', { name: /requesting permission/ }).waitFor()
    expect(await violations(consent), 'consent').toEqual([])
    await consent.emulateMedia({ colorScheme: 'dark' })
    expect(await violations(consent), 'consent, dark').toEqual([])
    await consent.emulateMedia({ colorScheme: 'light' })
    expect(await consent.getByLabel('Workspace').inputValue()).toBe('T0PARTNERS')
    await consent.getByRole('checkbox', { name: /pinned messages/ }).uncheck()
    await consent.getByRole('button', { name: 'Allow' }).click()
    await consent.getByRole('heading', { name: 'Added' }).waitFor()
    expect(granted).toMatchObject([{ team: { id: 'T0PARTNERS' }, bot_user_id: 'U0ONBOARDGP' }])
    expect(String(granted[0]?.['scope']).split(',')).not.toContain('pins:write')

    await slack.inApps.waitFor()
    await page.getByRole('button', { name: 'Channel settings' }).click()
    await page.getByRole('menuitem', { name: 'Add Onboarding to this channel' }).click()
    await slack.message('has joined the channel').waitFor()
    await slack.type('/onboard help')
    const command = await world.bot.until(({ kind }) => kind === 'command')
    expect(command.body).toMatchObject({ team_id: 'T0PARTNERS', channel_id: 'C0WINGTIP' })

    await slack.choose('Globex Partners', 'Remove Onboarding…')
    await slack.dialog.getByRole('button', { name: 'Remove' }).click()
    await slack.inApps.waitFor({ state: 'detached' })
    await world.bot.until((one) => at(one.body, 'event.type') === 'app_uninstalled')
    await expect(world.slack(String(granted[0]?.['access_token'])).auth.test()).rejects.toMatchObject({
      data: { error: 'account_inactive' },
    })
  })

  test('a person who cancels comes back to the app, and nothing is added', async ({
    world,
    page,
    granted,
  }) => {
    const slack = pageOf(page)
    await page.goto(`${world.url}?as=nadia`)
    const consent = await slack.addToSlack()
    await consent.getByRole('button', { name: 'Cancel' }).click()
    await consent.getByRole('heading', { name: 'Not added: access_denied' }).waitFor()
    expect(granted).toEqual([])
    expect(await slack.inApps.count()).toBe(0)
  })
})
