import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { messageSaying } from '../support/story.ts'
import { createWorld, type World } from '../support/world.ts'
import { canBrowse, openBrowser, openDesk } from './browser/browser.ts'
import { slackPage } from './browser/slack-page.ts'

describe.runIf(canBrowse)('what happens while the playground’s page is read', () => {
  const problems: string[] = []
  let world: World
  let browser: Browser
  let page: Page

  beforeAll(async () => {
    ;[browser, world] = await Promise.all([openBrowser(), createWorld()])
    await world.start()
    page = (await openDesk(browser, problems, { width: 1_080, height: 900 })).page
  })

  afterAll(async () => {
    await browser?.close()
    await world?.kill()
    if (world) rmSync(world.env['DATA_DIR'] ?? '', { recursive: true, force: true })
    expect(problems).toEqual([])
  })

  /** Somebody posts after the page requests the channel and before the answer arrives. */
  const speakBehind = async (text: string) => {
    const answered = Promise.withResolvers<void>()
    await page.route(
      /channels\/C0ACME\/messages/,
      async (route) => {
        const older = await route.fetch()
        await world.say('lee', 'acme-onboarding', text)
        await messageSaying(world, 'acme-onboarding', text)
        await heard(text)
        await route.fulfill({ response: older })
        answered.resolve()
      },
      { times: 1 },
    )
    return { answered: answered.promise }
  }
  /** The stream reached the page: its screen-reader announcement shows it. */
  const heard = (text: string) => page.locator('[aria-live="polite"]', { hasText: text }).waitFor()

  test('a message that arrives while the channel loads is shown, at the first load and later', async () => {
    await messageSaying(world, 'acme-onboarding', 'subscribed this channel')
    const first = await speakBehind('Just in time')
    await page.goto(`${world.playground}/archives/C0ACME?as=dana`)
    const slack = slackPage(page)
    await first.answered
    await slack.message('Just in time').waitFor()
    await page.getByRole('link', { name: 'general' }).click()
    const again = await speakBehind('And once more')
    await page.getByRole('link', { name: 'acme-onboarding' }).click()
    await again.answered
    await slack.message('And once more').waitFor()
  })

  test('the workspace opens even if it arrives between the page’s first render and its effects', async () => {
    const { page: slow } = await openDesk(browser, problems)
    await slow.addInitScript({ path: join(import.meta.dirname, 'browser/late-effects.js') })
    await slow.goto(`${world.playground}/archives/C0ACME?as=dana`)
    await slow.getByRole('heading', { name: 'acme-onboarding', exact: true }).waitFor()
  })
})
