import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { violations } from './browser/accessibility.ts'
import { canBrowse } from './browser/browser.ts'
import { type DanasDesk, danasDesk } from './browser/danas-desk.ts'
import type { SlackPage } from './browser/slack-page.ts'

describe.runIf(canBrowse)('what a channel receives, clicked', () => {
  const problems: string[] = []
  let desk: DanasDesk | undefined
  let dana: SlackPage

  beforeAll(async () => {
    desk = await danasDesk(problems)
    ;({ dana } = desk)
  })

  afterAll(async () => {
    await desk?.close()
    expect(problems).toEqual([])
  })

  const look = async (name: string) => {
    expect(await violations(dana.page), name).toEqual([])
  }
  const inDialog = (name: string) => dana.dialog.getByRole('button', { name }).last()

  test('from too noisy to right: a preset, and filters below Custom, clicked', async () => {
    await dana.type('/onboard settings')
    await dana.dialog.getByText('Channel settings').waitFor()
    await dana.dialog.getByRole('radio', { name: 'Only completed projects' }).check()
    await look('30-settings')
    await dana.finish('Save')
    await dana.message('changed this channel’s settings: Only completed projects').waitFor()
    await dana.type('/onboard settings')
    await dana.dialog.getByRole('radio', { name: /^Custom Choose/ }).check()
    await dana.dialog.getByRole('checkbox', { name: 'Comments' }).check()
    await dana.chooseAlso('Modules', 'Kickoff', 'Kickoff')
    await dana.dialog.getByLabel('Chosen modules').waitFor()
    await look('30-custom')
    await dana.finish('Save')
    await dana.message('Only tasks of these modules: Kickoff').waitFor()
    await dana.type('/onboard settings')
    await dana.dialog.getByRole('radio', { name: 'Daily digest' }).check()
    await dana.dialog.getByLabel('Time zone of the digest').waitFor()
    await look('30-digest')
    await dana.dialog.getByRole('radio', { name: 'Everything' }).check()
    await dana.dialog.getByRole('checkbox', { name: 'Comments' }).waitFor({ state: 'detached' })
    await dana.finish('Save')
    await dana.message('changed this channel’s settings: Everything').waitFor()
  })

  test('the Home tab mutes the channel; Manage changes its settings and ends the subscription', async () => {
    await dana.goTo('Onboarding')
    const home = dana.page.getByRole('main')
    await home.getByRole('button', { name: 'Channels and connection' }).click()
    await home.getByRole('button', { name: 'Mute #acme-onboarding…' }).first().click()
    await dana.page.getByRole('option', { name: 'Until tomorrow, 9:00' }).click()
    await home.getByText(/muted until/).waitFor()
    await home.getByRole('button', { name: 'Manage subscriptions of #acme-onboarding' }).click()
    await inDialog('Settings').click()
    await dana.dialog.getByRole('radio', { name: 'Only completed projects' }).last().check()
    await inDialog('Save').click()
    await dana.dialog.getByText('Set to Only completed projects').waitFor()
    await look('31-manage')
    await inDialog('Unmute').click()
    await dana.dialog.getByText('Updates are muted').waitFor({ state: 'detached' })
    await inDialog('Remove').click()
    await dana.dialog.getByText('This channel has no subscriptions.').waitFor()
    await dana.finish('Close')
    // Another channel is subscribed, too.
    await expect.poll(() => home.getByRole('button', { name: 'Manage' }).count()).toBe(1)
    await dana.goTo('acme-onboarding')
    await dana.message('unsubscribed this channel').waitFor()
  })
})
