import { join } from 'node:path'
import type { Locator } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { comment, messageSaying } from '../support/story.ts'
import type { TrackerTask } from '../support/world.ts'
import { controls } from './browser/accessibility.ts'
import { openDesk } from './browser/browser.ts'
import { atDanasDesk } from './browser/danas-desk.ts'

const channel = 'acme-onboarding'
const casey = 'casey@acme.example'

atDanasDesk('what one reads, and what a channel receives, in a browser', {}, (desk) => {
  let task: TrackerTask

  beforeAll(() => {
    task = desk.taskCalled('Export your data')
  })

  const button = (place: Locator, name: string | RegExp) => place.getByRole('button', { name })
  const inDialog = (name: string) => desk.dana.dialog.getByRole('button', { name }).last()

  test('a thread is synced from a message’s menu', async () => {
    const root = await desk.world.say('lee', channel, 'Which format do we export in?')
    await desk.world.say('dana', channel, 'CSV, one file a table.', root)
    const message = desk.dana.message('Which format')
    await desk.dana.act(message, 'Sync thread with a task')
    await desk.dana.choose('Task', task.uuid, task.name)
    await button(desk.dana.dialog, 'Sync').click()
    await desk.dana.dialog.getByText('This thread is synced with').waitFor()
    await desk.look('the thread is synced')
    await desk.dana.finish('Close')
    await desk.dana.openThread(message)
    await desk.dana.reply('synced this thread with the task').waitFor()
    await desk.dana.threadComposer.fill('Semicolons, please.')
    await desk.dana.page.keyboard.press('Enter')
    await desk.saysOn(task, 'Dana Smith (Slack): Semicolons, please.')
    await comment(desk.world, casey, task.uuid, 'Semicolons are fine')
    await desk.dana.reply('Semicolons are fine').waitFor()
  })

  test('a link gets a card; its pane opens with the keyboard, and closes with it', async () => {
    const { page } = desk.dana
    const card = page.getByRole('group', { name: `Task: ${task.name}` })
    const pane = page.getByRole('complementary', { name: 'Task details' })
    await desk.dana.goTo(channel)
    await desk.world.say(
      'lee',
      channel,
      `Look: ${desk.world.service}/projects/${desk.project}#task-${task.uuid}`,
    )
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
    await desk.dana.page.route(
      /channels\/C0ACME\/messages/,
      async (route) => {
        const older = await route.fetch()
        await desk.world.say('lee', channel, text)
        await messageSaying(desk.world, channel, text)
        // The stream reached the page: its screen-reader announcement shows it.
        await desk.dana.page.locator('[aria-live="polite"]', { hasText: text }).waitFor()
        await route.fulfill({ response: older })
        answered.resolve()
      },
      { times: 1 },
    )
    return answered.promise
  }

  test('a message that arrives while the channel loads is shown, at the first load and later', async () => {
    const first = speakBehind('Just in time')
    await desk.dana.page.goto(`${desk.world.playground}/archives/C0ACME?as=dana`)
    await first
    await desk.dana.message('Just in time').waitFor()
    await desk.dana.goTo('general')
    const again = speakBehind('And once more')
    await desk.dana.page.getByRole('link', { name: channel }).click()
    await again
    await desk.dana.message('And once more').waitFor()
  })

  test('the workspace opens even if it arrives between the page’s first render and its effects', async () => {
    const { page: slow, context } = await openDesk(desk.browser, desk.problems)
    await slow.addInitScript({ path: join(import.meta.dirname, 'browser/late-effects.js') })
    await slow.goto(`${desk.world.playground}/archives/C0ACME?as=dana`)
    await slow.getByRole('heading', { name: channel, exact: true }).waitFor()
    await context.close()
  })

  test('from too noisy to right: a preset, and filters below Custom, clicked', async () => {
    await desk.dana.type('/onboard settings')
    await desk.dana.dialog.getByText('Channel settings').waitFor()
    await desk.dana.dialog.getByRole('radio', { name: 'Only completed projects' }).check()
    await desk.look('30-settings')
    await desk.dana.finish('Save')
    await desk.dana.message('changed this channel’s settings: Only completed projects').waitFor()
    await desk.dana.type('/onboard settings')
    await desk.dana.dialog.getByRole('radio', { name: /^Custom Choose/ }).check()
    await desk.dana.dialog.getByRole('checkbox', { name: 'Comments' }).check()
    await desk.dana.chooseAlso('Modules', 'Kickoff', 'Kickoff')
    await desk.dana.dialog.getByLabel('Chosen modules').waitFor()
    await desk.look('30-custom')
    await desk.dana.finish('Save')
    await desk.dana.message('Only tasks of these modules: Kickoff').waitFor()
    await desk.dana.type('/onboard settings')
    await desk.dana.dialog.getByRole('radio', { name: 'Daily digest' }).check()
    await desk.dana.dialog.getByLabel('Time zone of the digest').waitFor()
    await desk.look('30-digest')
    await desk.dana.dialog.getByRole('radio', { name: 'Everything' }).check()
    await desk.dana.dialog.getByRole('checkbox', { name: 'Comments' }).waitFor({ state: 'detached' })
    await desk.dana.finish('Save')
    await desk.dana.message('changed this channel’s settings: Everything').waitFor()
  })

  test('the Home tab mutes the channel; Manage changes its settings and ends the subscription', async () => {
    await desk.dana.goTo('Onboarding')
    const home = desk.dana.page.getByRole('main')
    await home.getByRole('button', { name: 'Channels and connection' }).click()
    await home.getByRole('button', { name: 'Mute #acme-onboarding…' }).first().click()
    await desk.dana.page.getByRole('option', { name: 'Until tomorrow, 9:00' }).click()
    await home.getByText(/muted until/).waitFor()
    await home.getByRole('button', { name: 'Manage subscriptions of #acme-onboarding' }).click()
    await inDialog('Settings').click()
    await desk.dana.dialog.getByRole('radio', { name: 'Only completed projects' }).last().check()
    await inDialog('Save').click()
    await desk.dana.dialog.getByText('Set to Only completed projects').waitFor()
    await desk.look('31-manage')
    await inDialog('Unmute').click()
    await desk.dana.dialog.getByText('Updates are muted').waitFor({ state: 'detached' })
    await inDialog('Remove').click()
    await desk.dana.dialog.getByText('This channel has no subscriptions.').waitFor()
    await desk.dana.finish('Close')
    // Another channel is subscribed, too.
    await expect.poll(() => home.getByRole('button', { name: 'Manage' }).count()).toBe(1)
    await desk.dana.goTo('acme-onboarding')
    await desk.dana.message('unsubscribed this channel').waitFor()
  })

  // After the story of the Home tab, which begins with one that nobody has opened.
  test('the app answers what a person writes to it', async () => {
    await desk.dana.goTo('Onboarding')
    await desk.dana.page.getByRole('main').getByRole('button', { name: 'Messages', exact: true }).click()
    const composer = desk.dana.page.getByRole('textbox', { name: 'Message Onboarding' })
    await composer.fill('projects Acme')
    await desk.dana.page.keyboard.press('Enter')
    await desk.dana.message('Acme Corp – Standard Onboarding').waitFor()
  })
})
