import { describe, expect, onTestFinished, test } from 'vitest'
import { findInstallation } from '../../src/bot/installations/store/installations.ts'
import { emulatedSlack } from '../bot/installations/emulated-slack.ts'
import { newVault, noTracker } from '../bot/installations/installing.ts'
import { runningBot } from '../bot/support/running-bot.ts'
import { freePort } from '../support/free-port.ts'
import { violations } from './browser/accessibility.ts'
import { canBrowse, openBrowser, openDesk } from './browser/browser.ts'

describe.runIf(canBrowse)('in a browser', () => {
  test('a person adds the app to Slack, on pages that run without scripts and that axe accepts', async () => {
    const port = await freePort()
    const publicUrl = `http://127.0.0.1:${port}`
    // Its address is another site than the bot's, so the cookie has to survive the way there and back.
    const { oauth } = await emulatedSlack(publicUrl)
    const installs = { oauth, vault: newVault(), openTracker: noTracker, production: false }
    const { everyone } = await runningBot({ port, publicUrl, installs })
    const browser = await openBrowser()
    onTestFinished(() => browser.close())
    const problems: string[] = []
    const { page } = await openDesk(browser, problems)
    await page.goto(`${publicUrl}/slack/install`)
    expect(await violations(page)).toEqual([])
    await page.getByRole('link', { name: 'Add to Slack' }).click()
    await page.getByRole('button', { name: 'Dana Smith' }).click()
    await page.getByRole('heading', { name: 'Onboarding is installed in Vendor' }).waitFor()
    expect(await violations(page)).toEqual([])
    expect(await findInstallation(everyone.installations.sql, 2)).toMatchObject({ teamId: 'T000000001' })
    expect(problems.filter((problem) => problem.includes(publicUrl) && !problem.includes('favicon'))).toEqual(
      [],
    )
    await page.reload()
    await page.getByRole('heading', { name: 'This installation can’t be finished' }).waitFor()
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await violations(page)).toEqual([])
    await page.getByRole('link', { name: 'Start again' }).click()
    await page.getByRole('heading', { name: 'Add Onboarding to Slack' }).waitFor()
  })
})
