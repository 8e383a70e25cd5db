import { rmSync } from 'node:fs'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createWorld, type World } from '../support/world.ts'
import { violations } from './browser/accessibility.ts'
import { canBrowse, openBrowser, openDesk, picture } from './browser/browser.ts'
import { type SlackPage, slackPage } from './browser/slack-page.ts'

describe.runIf(canBrowse)('what a channel receives, clicked', () => {
  const problems: string[] = []
  let world: World
  let browser: Browser
  let dana: SlackPage

  beforeAll(async () => {
    ;[browser, world] = await Promise.all([openBrowser(), createWorld()])
    await world.start()
    dana = slackPage((await openDesk(browser, problems, { width: 1_080, height: 900 })).page)
    await dana.page.goto(`${world.playground}/archives/C0ACME?as=dana`)
    await dana.message('subscribed this channel').waitFor()
  })

  afterAll(async () => {
    await browser?.close()
    await world?.kill()
    if (world) rmSync(world.env['DATA_DIR'] ?? '', { recursive: true, force: true })
    expect(problems).toEqual([])
  })

  const look = async (name: string) => {
    await picture(dana.page, name)
    expect(await violations(dana.page), name).toEqual([])
  }
  const inDialog = (name: string) => dana.dialog.getByRole('button', { name }).last()

  test('Filters… opens on top of the settings; what is chosen by typing is said in the channel', async () => {
    await dana.type('/onboard settings')
    await inDialog('Filters…').click()
    await dana.dialog.getByText('Channel filters').waitFor()
    await dana.chooseAlso('Only tasks of these modules', 'Kickoff', 'Kickoff')
    await dana.chooseAlso('Never what these people did', 'Casey', 'Casey Jones')
    await look('30-filters')
    await inDialog('Save').click()
    await dana.dialog.getByText('Channel settings').waitFor()
    await dana.finish('Cancel')
    await dana.message('never what these people did: Casey Jones').waitFor()
  })

  test('the Home tab mutes the channel; Manage edits its events and ends the subscription', async () => {
    await dana.goTo('Onboarding')
    const home = dana.page.getByRole('main')
    await home.getByRole('button', { name: 'Mute…' }).click()
    await dana.page.getByRole('option', { name: 'Until tomorrow, 9:00' }).click()
    await home.getByText(/muted until/).waitFor()
    await home.getByRole('button', { name: 'Manage' }).click()
    await inDialog('Edit events').click()
    await dana.dialog.getByRole('checkbox', { name: 'edited comments' }).uncheck()
    await inDialog('Save').click()
    await dana.dialog.getByText(/without edited comments/).waitFor()
    await look('31-manage')
    await inDialog('Unmute').click()
    await dana.dialog.getByText('Updates are muted').waitFor({ state: 'detached' })
    await inDialog('Remove').click()
    await dana.dialog.getByText('subscribed to nothing').waitFor()
    await dana.finish('Close')
    await home.getByText('No channel is subscribed yet.').waitFor()
    await dana.goTo('acme-onboarding')
    await dana.message('unsubscribed this channel').waitFor()
  })
})
