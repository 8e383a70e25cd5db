import { expect, test, vi } from 'vitest'
import { atDanasDesk } from './browser/danas-desk.ts'
import { projectPage } from './browser/project-page.ts'

// On a busy machine a status, a start, or a message may each take many seconds.
vi.setConfig({ testTimeout: 90_000 })

atDanasDesk('what one types and follows in the playground', { breaksThings: true }, (desk) => {
  const at = (address: string) => desk.dana.page.goto(`${desk.world.playground}${address}`)
  const editor = () => desk.dana.page.getByRole('textbox', { name: 'Edit message' })
  const edit = async (text: string) => {
    await desk.dana.act(desk.dana.message(text), 'Edit message')
    await editor().waitFor()
  }
  const trackerFrame = () =>
    desk.dana.page
      .frames()
      .at(-1)
      ?.url()
      .replace(desk.world.service, '')
      .replace(/[\da-f]{8}-.*/, '…')
  const trackersPerson = () => desk.dana.tracker.getByRole('banner').getByRole('combobox').inputValue()

  test('the first step brings the tracker where it is hidden', async () => {
    const steps = desk.dana.page.getByRole('region', { name: 'First steps' })
    await steps.getByRole('button', { name: 'Act as Casey' }).click()
    await desk.dana.tracker.getByRole('heading', { name: 'Acme Corp – Standard Onboarding' }).waitFor()
    await desk.dana.page.getByRole('button', { name: 'Hide the tracker' }).click()
    await steps.getByRole('button', { name: 'Show the tracker' }).click()
    await desk.dana.tracker.getByRole('heading', { name: 'Acme Corp – Standard Onboarding' }).waitFor()
    await desk.dana.actAs('Dana')
    // Until then the frame has Casey's page of before, which the next story must not take for its own.
    await expect.poll(trackersPerson).toBe('dana@vendor.example')
  })

  test('on a phone, each step shows the pane that it is about', async () => {
    const { page, thread, tracker } = desk.dana
    await page.setViewportSize({ width: 390, height: 780 })
    const steps = page.getByRole('region', { name: 'First steps' })
    await steps.getByRole('button', { name: 'Act as Casey' }).click()
    await expect.poll(trackersPerson).toBe('casey@acme.example')
    await projectPage(tracker).say('Export your data', 'Is CSV fine?')
    await steps.getByRole('button', { name: 'Answer as Dana' }).click()
    await thread.getByText('Is CSV fine?', { exact: true }).waitFor()
    await page.setViewportSize({ width: 1_080, height: 900 })
    await desk.dana.closeThread()
  })

  test('a link to the tracker leads there again, wherever its page has gone meanwhile', async () => {
    const link = desk.dana.message('subscribed this channel').getByRole('link')
    await link.click()
    await expect.poll(trackerFrame).toBe('/projects/…')
    await desk.dana.tracker.getByRole('link', { name: 'Playbooks' }).click()
    await expect.poll(trackerFrame).toBe('/playbooks')
    await link.click()
    await expect.poll(trackerFrame).toBe('/projects/…')
    await projectPage(desk.dana.tracker).task('Hold the kickoff call').waitFor()
    await desk.dana.page.getByRole('button', { name: 'Hide the tracker' }).click()
  })

  test('a message that comes while another one is edited leaves the focus where it is', async () => {
    await desk.dana.type('edit this')
    await edit('edit this')
    await desk.dana.composer.click()
    await desk.dana.page.keyboard.type('Half a ')
    await desk.world.say('lee', 'acme-onboarding', 'meanwhile')
    await desk.dana.message('meanwhile').waitFor()
    await desk.dana.page.keyboard.type('sentence')
    expect(await desk.dana.composer.inputValue()).toBe('Half a sentence')
    expect(await editor().inputValue()).toBe('edit this')
    await editor().press('Escape')
    await desk.dana.composer.fill('')
  })

  test('a draft is its writer’s own', async () => {
    await desk.dana.goTo('acme-shared')
    await desk.dana.composer.fill('Not for the customer')
    await desk.dana.actAs('Casey')
    await desk.dana.page.getByText('Playground can read this channel').waitFor()
    expect(await desk.dana.composer.inputValue()).toBe('')
    await desk.dana.actAs('Dana')
    await expect.poll(() => desk.dana.composer.inputValue()).toBe('Not for the customer')
    await desk.dana.composer.fill('')
  })

  test('code shows what was typed, and what is no address is no link', async () => {
    await desk.dana.goTo('random')
    await desk.dana.type('`curl https://a.example/x @lee` ```<b> https://b.example @lee``` https://[no')
    const said = desk.dana.message('curl')
    await expect.poll(() => said.locator('code').innerText()).toBe('curl https://a.example/x @lee')
    expect(await said.locator('pre').innerText()).toBe('<b> https://b.example @lee')
    expect(await said.getByRole('link').count()).toBe(0)
  })

  test('a link to a channel that one is not in says so', async () => {
    await desk.world.say('dana', 'acme-shared', `See ${desk.world.playground}/archives/C0ACME`)
    await at('/archives/C0SHARED?as=casey')
    await desk.dana.message('See').getByRole('link').click()
    await desk.dana.page.getByRole('status').getByText('You’re not in this channel.').waitFor()
    expect(await desk.dana.page.getByRole('main').getAttribute('aria-label')).toBe('Channel acme-shared')
  })

  test('an address with an unknown person opens as Dana', async () => {
    await at('/archives/C0RANDOM?as=sam')
    await desk.dana.page.getByRole('button', { name: /^Dana/, pressed: true }).waitFor()
    expect(await desk.dana.page.getByRole('main').getAttribute('aria-label')).toBe('Channel random')
  })

  test('arrow keys keep the chosen suggestion in view', async () => {
    await desk.dana.composer.pressSequentially('/onboard ')
    for (let n = 0; n < 15; n += 1) await desk.dana.composer.press('ArrowDown')
    const isInView = () =>
      desk.dana.page.evaluate<boolean>(`(() => {
        const [list, active] = ['.suggestions', '.suggestions .active'].map((one) =>
          document.querySelector(one).getBoundingClientRect())
        return active.top >= list.top && active.bottom <= list.bottom
      })()`)
    expect(await isInView()).toBe(true)
    await desk.dana.composer.fill('')
  })

  test('an archived channel’s threads can be read, not answered', async () => {
    await desk.dana.type('to be archived')
    await desk.dana.message('to be archived').hover()
    await desk.dana.message('to be archived').getByRole('button', { name: 'Reply in thread' }).click()
    await desk.dana.threadComposer.waitFor()
    await desk.dana.page.getByRole('button', { name: 'Channel settings' }).click()
    await desk.dana.page.getByRole('menuitem', { name: 'Archive channel' }).click()
    await desk.dana.threadComposer.waitFor({ state: 'detached' })
    await desk.dana.reply('to be archived').waitFor()
  })

  test('a lost connection loses nothing that is typed', async () => {
    await at('/archives/C0GENERAL?as=dana')
    await desk.dana.type('before the restart')
    await edit('before the restart')
    await editor().fill('after the restart')
    await desk.world.stop()
    await desk.dana.composer.fill('/onboard help me')
    await desk.dana.composer.press('Enter')
    await desk.dana.page.getByRole('status').getByText('The playground isn’t responding.').waitFor()
    expect(await desk.dana.composer.inputValue()).toBe('/onboard help me')
    await desk.world.start()
    await desk.dana.page.getByText('Connecting…').waitFor({ state: 'detached' })
    await desk.world.say('lee', 'general', 'we are back')
    await desk.dana.message('we are back').waitFor()
    expect(await editor().inputValue()).toBe('after the restart')
    await editor().press('Enter')
    await desk.dana.message('after the restart').getByText('(edited)').waitFor()
  })
})
