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

atDanasDesk('every dialog and button, clicked', {}, ({ world, dana, project, taskCalled, saysOn, look }) => {
  const button = (place: Locator, name: string | RegExp) => place.getByRole('button', { name })

  test('a data field is written on Apply, after a preview', async () => {
    await dana.type(`/onboard set Region = APAC`)
    await dana.message('would change').getByText('Apply', { exact: true }).click()
    await dana.message(/is written|is now|written\./i).waitFor()
    await dana.type('/onboard fields')
    await dana.message(/Region.*APAC/).waitFor()
  })

  test('New project: missing, taken, or wrong input has its error below; preview, Back, Create', async () => {
    await dana.type('/onboard create')
    const name = dana.dialog.getByRole('textbox', { name: 'Name' })
    await name.waitFor()
    await button(dana.dialog, 'Preview').click()
    // The account is proposed: the channel receives its projects alone.
    expect(await dana.dialog.getByRole('alert').allTextContents()).toHaveLength(2)
    await name.fill(demo)
    await dana.choose('Playbook', 'Standard', 'Current version')
    const proposed = button(dana.dialog, /^Channel/).getByText(channel)
    await proposed.waitFor()
    await dana.choose('Account', 'Glob', 'Globex')
    // From then on, the dialog offers that account's customers, and another customer's channel no longer.
    await proposed.waitFor({ state: 'detached' })
    await button(dana.dialog, 'More…').click()
    await dana.chooseAlso('Customers', 'Robin', 'Robin Silva')
    await button(dana.dialog, 'Preview').click()
    await dana.dialog.getByText('A project with this name already exists').waitFor()
    await look('20-create-errors')

    await name.fill('Globex – Clicked')
    await dana.choose('Region', '', 'EMEA')
    await dana.dialog.getByRole('checkbox', { name: 'Invite the customers by email' }).check()
    await button(dana.dialog, 'Preview').click()
    await button(dana.dialog, 'Create').waitFor()
    const words = (await dana.dialog.last().textContent()) ?? ''
    for (const said of ['Globex', 'Robin Silva', 'EMEA', 'Invitations go to the customers'])
      expect(words).toContain(said)
    // The proposed channel is another customer's.
    for (const said of ['No channel is linked', 'globex-onboarding']) expect(words).toContain(said)
    await look('21-create-preview')
    await button(dana.dialog, 'Back').click()
    expect(await name.inputValue()).toBe('Globex – Clicked')
    await dana.choose('Channel', 'globex', 'globex-onboarding')
    await button(dana.dialog, 'Preview').click()
    await dana.finish('Create')
    await dana.goTo('globex-onboarding')
    await dana.message('is subscribed to it').waitFor()
    await dana.message(/^(?!.*Only visible).*Project Globex – Clicked/).waitFor()
    await dana.goTo(channel)
  })

  test('the shortcut next to the composer opens the same dialog, and Cancel changes nothing', async () => {
    await button(dana.page.getByRole('main'), 'Shortcuts').click()
    await dana.page.getByRole('menuitem', { name: 'New onboarding project' }).click()
    await dana.dialog.getByRole('textbox', { name: 'Name' }).waitFor()
    await dana.finish('Cancel')
  })

  test('the dialog changes the channel for everybody; after a mention, a button opens it', async () => {
    await dana.type('/onboard settings')
    await dana.dialog.getByRole('radio', { name: /^Custom Choose/ }).check()
    await dana.choose('Layout', 'Flat', 'Flat')
    await look('22-settings')
    await dana.finish('Save')
    await dana.message(/changed|settings/i).waitFor()
    await dana.type('@Onboarding settings')
    await button(dana.message('Only visible to you'), 'Open dialog').click()
    await button(dana.dialog, /^Layout/)
      .getByText('Flat')
      .waitFor()
    await dana.dialog.getByRole('radio', { name: 'Everything' }).check()
    await dana.finish('Save')
  })

  test('a message becomes a comment on a task found by typing', async () => {
    const task = taskCalled('Export your data')
    await world.say('lee', channel, 'Robin called: the export is ready.')
    await dana.act(dana.message('the export is ready'), 'Comment on a task')
    await dana.dialog.getByRole('textbox', { name: 'Comment' }).waitFor()
    // Offers tasks the channel has seen. Others need a URL or uuid.
    await dana.choose('Task', task.uuid, task.name)
    await dana.finish('Comment')
    await saysOn(task, 'the export is ready')
  })

  test('a reply that is edited is answered with Post a correction, whose dialog comments', async () => {
    const task = taskCalled('Export your data')
    await comment(world, casey, task.uuid, 'When?')
    const asked = await messageSaying(world, channel, 'When?')
    const ts = await world.say('dana', channel, 'On Monday.', asked.thread_ts)
    await settled(world, channel, ts)
    await dana.openThread(dana.card(task.name))
    await dana.act(dana.reply('On Monday.'), 'Edit message')
    await dana.thread.getByRole('textbox', { name: 'Edit message' }).fill('On Tuesday.')
    await dana.page.keyboard.press('Enter')
    await button(dana.reply('Only visible to you'), 'Post a correction').click()
    await dana.dialog.getByRole('textbox', { name: 'Comment' }).fill('Rather on Tuesday.')
    await dana.finish('Comment')
    await saysOn(task, 'Rather on Tuesday.')
  })

  test('a reply to a deleted task is refused with a reason, and without a button that could not help', async () => {
    const task = taskCalled('Tell us about your team')
    await comment(world, casey, task.uuid, 'Who comes to the kickoff?')
    const asked = await messageSaying(world, channel, 'Who comes to the kickoff?')
    await world.setTracker('down')
    const ts = await world.say('dana', channel, 'Everybody.', asked.thread_ts)
    await world.app('dana@vendor.example', 'DELETE', `/tasks/${task.uuid}`)
    await world.setTracker('none')
    await expect.poll(() => reactionsOn(world, channel, ts)).toContain('warning')
    await dana.closeThread()
    await dana.openThread(dana.card(task.name))
    const refusal = dana.reply('Only visible to you').filter({ hasText: 'Everybody.' })
    await refusal.waitFor()
    expect(await refusal.textContent()).toContain('the task is no longer in the tracker')
    expect(await button(refusal, 'Try again').count()).toBe(0)
  })

  test('Show more shows the rest of a long comment, to the person who clicked', async () => {
    const task = taskCalled('Export your data')
    const words = Array.from({ length: 900 }, (_, n) => `word${n}`).join(' ')
    await comment(world, casey, task.uuid, `A long story: ${words} The end.`)
    await messageSaying(world, channel, 'A long story')
    await dana.closeThread()
    await dana.openThread(dana.card(task.name))
    await button(dana.reply('A long story'), 'Show more').click()
    const rest = dana.reply('Only visible to you')
    const isWhole = async () => {
      if ((await rest.textContent())?.includes('The end.')) return true
      const next = button(rest, 'Show more')
      if ((await next.count()) > 0) await next.click()
      return false
    }
    await expect.poll(isWhole, { timeout: 20_000, interval: 300 }).toBe(true)
    await dana.closeThread()
  })

  test('status lists what Slack refused: Retry posts it, Skip drops it', async () => {
    const task = taskCalled('Export your data')
    const failedNow = async (words: string) => {
      await world.setSlack('refusing')
      await comment(world, casey, task.uuid, words)
      const answers = dana.page.getByRole('article').filter({ hasText: 'API calls this month' })
      const isListed = async () => {
        const before = await answers.count()
        await dana.type('/onboard status')
        await answers.nth(before).waitFor()
        return (await answers.nth(before).textContent())?.includes('_channel_denied')
      }
      await expect.poll(isListed, { timeout: 20_000, interval: 500 }).toBe(true)
      await world.setSlack('none')
      return answers.last()
    }
    await button(await failedNow('Is it there?'), /^Retry/).click()
    await messageSaying(world, channel, 'Is it there?')
    const status = await failedNow('Never mind.')
    await button(status, /^Skip/).click()
    await dana.message(/skipped|given up/i).waitFor()
    expect((await world.messages(channel)).some(({ text }) => text.includes('Never mind.'))).toBe(false)
  })

  test('a link to the project gets its card', async () => {
    await world.say('lee', channel, `Look: ${world.service}/projects/${project}`)
    const card = dana.message('Look:').getByText(/% done/)
    await card.waitFor()
  })

  test('its buttons open the dialog and the help, and turn mention messages off and on', async () => {
    await dana.goTo('Onboarding')
    const home = dana.page.getByRole('main')
    await button(home, 'New project').click()
    await dana.finish('Cancel')
    await button(home, /^Help/).click()
    await dana.dialog.getByText('/onboard subscribe').first().waitFor()
    await dana.finish('Close')
    await button(home, 'Channels and connection').click()
    await button(home, 'Turn off messages about mentions').click()
    await button(home, 'Turn on messages about mentions').click()
    await button(home, 'Turn off messages about mentions').waitFor()
    await look('26-home')
  })

  test('Subscribe channel subscribes the channel where it is clicked; subscriptions removes it', async () => {
    await dana.goTo('globex-onboarding')
    await dana.type(`/onboard project ${demo}`)
    await button(dana.message('Only visible to you'), /^Subscribe channel/).click()
    await dana.message(`subscribed this channel to the project ${demo}`).waitFor()
    await dana.type('/onboard subscriptions')
    await dana.message('has 2 subscriptions').getByText(demo).first().waitFor()
    await look('27-subscriptions')
  })

  test('a line says that the tracker fails, with a button that ends it', async () => {
    await button(dana.page.getByRole('group', { name: 'Simulate failures' }), /^Tracker works/).click()
    await dana.page.getByRole('menuitem', { name: 'Tracker is out of quota' }).click()
    const line = dana.page.getByRole('status').filter({ hasText: 'Tracker is out of quota.' })
    await line.waitFor()
    await look('28-outage')
    await button(line, /^Turn off/).click()
    await button(dana.page.getByRole('banner').first(), /^Tracker works/).waitFor()
  })

  test('on a phone, one pane at a time, with a back button, and nothing overflows', () =>
    walkOnPhone(dana, { channel, task: 'Export your data', project: demo }))
})
