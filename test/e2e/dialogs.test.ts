import type { Locator } from 'playwright-core'
import { expect, test, vi } from 'vitest'
import { comment, messageSaying, reactionsOn, settled } from '../support/story.ts'
import { walkOnPhone } from './browser/phone.ts'
import { atDanasDesk } from './browser/danas-desk.ts'

// On a busy machine a status, a start, or a message may each take many seconds.
vi.setConfig({ testTimeout: 90_000 })

const demo = 'Acme Corp – Standard Onboarding'
const channel = 'acme-onboarding'
const casey = 'casey@acme.example'

atDanasDesk('every dialog and button, clicked', {}, (desk) => {
  const button = (place: Locator, name: string | RegExp) => place.getByRole('button', { name })

  test('a data field is written on Apply, after a preview', async () => {
    await desk.dana.type(`/onboard set Region = APAC`)
    await desk.dana.message('would change').getByText('Apply', { exact: true }).click()
    await desk.dana.message(/is written|is now|written\./i).waitFor()
    await desk.dana.type('/onboard fields')
    await desk.dana.message(/Region.*APAC/).waitFor()
  })

  test('New project: missing, taken, or wrong input has its error below; preview, Back, Create', async () => {
    await desk.dana.type('/onboard create')
    const name = desk.dana.dialog.getByRole('textbox', { name: 'Name' })
    await name.waitFor()
    await button(desk.dana.dialog, 'Preview').click()
    // The account is proposed: the channel receives its projects alone.
    expect(await desk.dana.dialog.getByRole('alert').allTextContents()).toHaveLength(2)
    await name.fill(demo)
    await desk.dana.choose('Playbook', 'Standard', 'Current version')
    const proposed = button(desk.dana.dialog, /^Channel/).getByText(channel)
    await proposed.waitFor()
    await desk.dana.choose('Account', 'Glob', 'Globex')
    // From then on, the dialog offers that account's customers, and another customer's channel no longer.
    await proposed.waitFor({ state: 'detached' })
    await button(desk.dana.dialog, 'More…').click()
    await desk.dana.chooseAlso('Customers', 'Robin', 'Robin Silva')
    await button(desk.dana.dialog, 'Preview').click()
    await desk.dana.dialog.getByText('A project with this name already exists').waitFor()
    await desk.look('20-create-errors')

    await name.fill('Globex – Clicked')
    await desk.dana.choose('Region', '', 'EMEA')
    await desk.dana.dialog.getByRole('checkbox', { name: 'Invite the customers by email' }).check()
    await button(desk.dana.dialog, 'Preview').click()
    await button(desk.dana.dialog, 'Create').waitFor()
    const words = (await desk.dana.dialog.last().textContent()) ?? ''
    for (const said of ['Globex', 'Robin Silva', 'EMEA', 'Invitations go to the customers'])
      expect(words).toContain(said)
    // The proposed channel is another customer's.
    for (const said of ['No channel is linked', 'globex-onboarding']) expect(words).toContain(said)
    await desk.look('21-create-preview')
    await button(desk.dana.dialog, 'Back').click()
    expect(await name.inputValue()).toBe('Globex – Clicked')
    await desk.dana.choose('Channel', 'globex', 'globex-onboarding')
    await button(desk.dana.dialog, 'Preview').click()
    await desk.dana.finish('Create')
    await desk.dana.goTo('globex-onboarding')
    await desk.dana.message('is subscribed to it').waitFor()
    await desk.dana.message(/^(?!.*Only visible).*Project Globex – Clicked/).waitFor()
    await desk.dana.goTo(channel)
  })

  test('the shortcut next to the composer opens the same dialog, and Cancel changes nothing', async () => {
    await button(desk.dana.page.getByRole('main'), 'Shortcuts').click()
    await desk.dana.page.getByRole('menuitem', { name: 'New onboarding project' }).click()
    await desk.dana.dialog.getByRole('textbox', { name: 'Name' }).waitFor()
    await desk.dana.finish('Cancel')
  })

  test('the dialog changes the channel for everybody; after a mention, a button opens it', async () => {
    await desk.dana.type('/onboard settings')
    await desk.dana.dialog.getByRole('radio', { name: /^Custom Choose/ }).check()
    await desk.dana.choose('Layout', 'Flat', 'Flat')
    await desk.look('22-settings')
    await desk.dana.finish('Save')
    await desk.dana.message(/changed|settings/i).waitFor()
    await desk.dana.type('@Onboarding settings')
    await button(desk.dana.message('Only visible to you'), 'Open dialog').click()
    await button(desk.dana.dialog, /^Layout/)
      .getByText('Flat')
      .waitFor()
    await desk.dana.dialog.getByRole('radio', { name: 'Everything' }).check()
    await desk.dana.finish('Save')
  })

  test('a message becomes a comment on a task found by typing', async () => {
    const task = desk.taskCalled('Export your data')
    await desk.world.say('lee', channel, 'Robin called: the export is ready.')
    await desk.dana.act(desk.dana.message('the export is ready'), 'Comment on a task')
    await desk.dana.dialog.getByRole('textbox', { name: 'Comment' }).waitFor()
    // Offers tasks the channel has seen. Others need a URL or uuid.
    await desk.dana.choose('Task', task.uuid, task.name)
    await desk.dana.finish('Comment')
    await desk.saysOn(task, 'the export is ready')
  })

  test('a reply that is edited is answered with Post a correction, whose dialog comments', async () => {
    const task = desk.taskCalled('Export your data')
    await comment(desk.world, casey, task.uuid, 'When?')
    const asked = await messageSaying(desk.world, channel, 'When?')
    const ts = await desk.world.say('dana', channel, 'On Monday.', asked.thread_ts)
    await settled(desk.world, channel, ts)
    await desk.dana.openThread(desk.dana.card(task.name))
    await desk.dana.act(desk.dana.reply('On Monday.'), 'Edit message')
    await desk.dana.thread.getByRole('textbox', { name: 'Edit message' }).fill('On Tuesday.')
    await desk.dana.page.keyboard.press('Enter')
    await button(desk.dana.reply('Only visible to you'), 'Post a correction').click()
    await desk.dana.dialog.getByRole('textbox', { name: 'Comment' }).fill('Rather on Tuesday.')
    await desk.dana.finish('Comment')
    await desk.saysOn(task, 'Rather on Tuesday.')
  })

  test('a reply to a deleted task is refused with a reason, and without a button that could not help', async () => {
    const task = desk.taskCalled('Tell us about your team')
    await comment(desk.world, casey, task.uuid, 'Who comes to the kickoff?')
    const asked = await messageSaying(desk.world, channel, 'Who comes to the kickoff?')
    await desk.world.setTracker('down')
    const ts = await desk.world.say('dana', channel, 'Everybody.', asked.thread_ts)
    await desk.world.app('dana@vendor.example', 'DELETE', `/tasks/${task.uuid}`)
    await desk.world.setTracker('none')
    await expect.poll(() => reactionsOn(desk.world, channel, ts)).toContain('warning')
    await desk.dana.closeThread()
    await desk.dana.openThread(desk.dana.card(task.name))
    const refusal = desk.dana.reply('Only visible to you').filter({ hasText: 'Everybody.' })
    await refusal.waitFor()
    expect(await refusal.textContent()).toContain('the task is no longer in the tracker')
    expect(await button(refusal, 'Try again').count()).toBe(0)
  })

  test('Show more shows the rest of a long comment, to the person who clicked', async () => {
    const task = desk.taskCalled('Export your data')
    const words = Array.from({ length: 900 }, (_, n) => `word${n}`).join(' ')
    await comment(desk.world, casey, task.uuid, `A long story: ${words} The end.`)
    await messageSaying(desk.world, channel, 'A long story')
    await desk.dana.closeThread()
    await desk.dana.openThread(desk.dana.card(task.name))
    await button(desk.dana.reply('A long story'), 'Show more').click()
    const rest = desk.dana.reply('Only visible to you')
    const isWhole = async () => {
      if ((await rest.textContent())?.includes('The end.')) return true
      const next = button(rest, 'Show more')
      if ((await next.count()) > 0) await next.click()
      return false
    }
    await expect.poll(isWhole, { timeout: 20_000, interval: 300 }).toBe(true)
    await desk.dana.closeThread()
  })

  test('status lists what Slack refused: Retry posts it, Skip drops it', async () => {
    const task = desk.taskCalled('Export your data')
    const failedNow = async (words: string) => {
      await desk.world.setSlack('refusing')
      await comment(desk.world, casey, task.uuid, words)
      const answers = desk.dana.page.getByRole('article').filter({ hasText: 'API calls this month' })
      const isListed = async () => {
        const before = await answers.count()
        await desk.dana.type('/onboard status')
        await answers.nth(before).waitFor()
        return (await answers.nth(before).textContent())?.includes('_channel_denied')
      }
      await expect.poll(isListed, { timeout: 20_000, interval: 500 }).toBe(true)
      await desk.world.setSlack('none')
      return answers.last()
    }
    await button(await failedNow('Is it there?'), /^Retry/).click()
    await messageSaying(desk.world, channel, 'Is it there?')
    const status = await failedNow('Never mind.')
    await button(status, /^Skip/).click()
    await desk.dana.message(/skipped|given up/i).waitFor()
    expect((await desk.world.messages(channel)).some(({ text }) => text.includes('Never mind.'))).toBe(false)
  })

  test('a link to the project gets its card', async () => {
    await desk.world.say('lee', channel, `Look: ${desk.world.service}/projects/${desk.project}`)
    const card = desk.dana.message('Look:').getByText(/% done/)
    await card.waitFor()
  })

  test('its buttons open the dialog and the help, and turn mention messages off and on', async () => {
    await desk.dana.goTo('Onboarding')
    const home = desk.dana.page.getByRole('main')
    await button(home, 'New project').click()
    await desk.dana.finish('Cancel')
    await button(home, /^Help/).click()
    await desk.dana.dialog.getByText('/onboard subscribe').first().waitFor()
    await desk.dana.finish('Close')
    await button(home, 'Channels and connection').click()
    await button(home, 'Turn off messages about mentions').click()
    await button(home, 'Turn on messages about mentions').click()
    await button(home, 'Turn off messages about mentions').waitFor()
    await desk.look('26-home')
  })

  test('Subscribe channel subscribes the channel where it is clicked; subscriptions removes it', async () => {
    await desk.dana.goTo('globex-onboarding')
    await desk.dana.type(`/onboard project ${demo}`)
    await button(desk.dana.message('Only visible to you'), /^Subscribe channel/).click()
    await desk.dana.message(`subscribed this channel to the project ${demo}`).waitFor()
    await desk.dana.type('/onboard subscriptions')
    await desk.dana.message('has 2 subscriptions').getByText(demo).first().waitFor()
    await desk.look('27-subscriptions')
  })

  test('a line says that the tracker fails, with a button that ends it', async () => {
    await button(desk.dana.page.getByRole('group', { name: 'Simulate failures' }), /^Tracker works/).click()
    await desk.dana.page.getByRole('menuitem', { name: 'Tracker is out of quota' }).click()
    const line = desk.dana.page.getByRole('status').filter({ hasText: 'Tracker is out of quota.' })
    await line.waitFor()
    await desk.look('28-outage')
    await button(line, /^Turn off/).click()
    await button(desk.dana.page.getByRole('banner').first(), /^Tracker works/).waitFor()
  })

  test('on a phone, one pane at a time, with a back button, and nothing overflows', () =>
    walkOnPhone(desk.dana, { channel, task: 'Export your data', project: demo }))
})
