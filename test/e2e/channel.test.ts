import { join } from 'node:path'
import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { comment, messageSaying } from '../support/story.ts'
import { controls } from './browser/accessibility.ts'
import { openDesk } from './browser/browser.ts'
import { atDanasDesk } from './browser/danas-desk.ts'

const channel = 'acme-onboarding'
const casey = 'casey@acme.example'

atDanasDesk('what one reads, and what a channel receives, in a browser', {}, (desk) => {
  const { world, dana, project, look } = desk
  const task = desk.taskCalled('Export your data')
  const button = (place: Locator, name: string | RegExp) => place.getByRole('button', { name })
  const inDialog = (name: string) => dana.dialog.getByRole('button', { name }).last()

  test('a thread is synced from a message’s menu', async () => {
    const root = await world.say('lee', channel, 'Which format do we export in?')
    await world.say('dana', channel, 'CSV, one file a table.', root)
    const message = dana.message('Which format')
    await dana.act(message, 'Sync thread with a task')
    await dana.choose('Task', task.uuid, task.name)
    await button(dana.dialog, 'Sync').click()
    await dana.dialog.getByText('This thread is synced with').waitFor()
    await look('the thread is synced')
    await dana.finish('Close')
    await dana.openThread(message)
    await dana.reply('synced this thread with the task').waitFor()
    await dana.threadComposer.fill('Semicolons, please.')
    await dana.page.keyboard.press('Enter')
    await desk.saysOn(task, 'Dana Smith (Slack): Semicolons, please.')
    await comment(world, casey, task.uuid, 'Semicolons are fine')
    await dana.reply('Semicolons are fine').waitFor()
  })

  test('a link gets a card; its pane opens with the keyboard, and closes with it', async () => {
    const { page } = dana
    const card = page.getByRole('group', { name: `Task: ${task.name}` })
    const pane = page.getByRole('complementary', { name: 'Task details' })
    await dana.goTo(channel)
    await world.say('lee', channel, `Look: ${world.service}/projects/${project}#task-${task.uuid}`)
    await card.getByRole('button', { name: task.name, exact: true }).focus()
    await page.keyboard.press('Enter')
    await pane.getByText('Assignee').waitFor()
    expect((await controls(page)).filter(({ name }) => name === '')).toEqual([])
    await page.keyboard.press('Escape')
    await pane.waitFor({ state: 'detached' })
    expect(await page.evaluate<string>('document.activeElement.textContent.trim()')).toBe(task.name)
  })

  /** Somebody posts after the page requests the channel and before the answer arrives. */
  const speakBehind = async (text: string) => {
    const answered = Promise.withResolvers<void>()
    await dana.page.route(
      /channels\/C0ACME\/messages/,
      async (route) => {
        const older = await route.fetch()
        await world.say('lee', channel, text)
        await messageSaying(world, channel, text)
        // The stream reached the page: its screen-reader announcement shows it.
        await dana.page.locator('[aria-live="polite"]', { hasText: text }).waitFor()
        await route.fulfill({ response: older })
        answered.resolve()
      },
      { times: 1 },
    )
    return answered.promise
  }

  test('a message that arrives while the channel loads is shown, at the first load and later', async () => {
    const first = speakBehind('Just in time')
    await dana.page.goto(`${world.playground}/archives/C0ACME?as=dana`)
    await first
    await dana.message('Just in time').waitFor()
    await dana.goTo('general')
    const again = speakBehind('And once more')
    await dana.page.getByRole('link', { name: channel }).click()
    await again
    await dana.message('And once more').waitFor()
  })

  test('the workspace opens even if it arrives between the page’s first render and its effects', async () => {
    const { page: slow, context } = await openDesk(desk.browser, desk.problems)
    await slow.addInitScript({ path: join(import.meta.dirname, 'browser/late-effects.js') })
    await slow.goto(`${world.playground}/archives/C0ACME?as=dana`)
    await slow.getByRole('heading', { name: channel, exact: true }).waitFor()
    await context.close()
  })

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

  // After the story of the Home tab, which begins with one that nobody has opened.
  test('the app answers what a person writes to it', async () => {
    await dana.goTo('Onboarding')
    await dana.page.getByRole('main').getByRole('button', { name: 'Messages', exact: true }).click()
    const composer = dana.page.getByRole('textbox', { name: 'Message Onboarding' })
    await composer.fill('projects Acme')
    await dana.page.keyboard.press('Enter')
    await dana.message('Acme Corp – Standard Onboarding').waitFor()
  })
})
