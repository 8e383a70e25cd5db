import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { eventually } from '../support/world.ts'
import { atDanasDesk } from './browser/danas-desk.ts'

const channel = 'acme-onboarding'
const task = 'Tell us about your team'

atDanasDesk('the first minute in the playground', { width: 1_440, address: '' }, (desk) => {
  const focused = () =>
    desk.dana.page.evaluate<string>(
      "document.activeElement.getAttribute('aria-label') ?? document.activeElement.className",
    )
  const press = async (...keys: string[]) => {
    for (const key of keys) await desk.dana.page.keyboard.press(key)
  }
  const steps = () => desk.dana.page.getByRole('region', { name: 'First steps' })
  const inView = async (place: Locator) => {
    await expect
      .poll(async () => {
        const { y = -1, height = 0 } = (await place.boundingBox()) ?? {}
        return y >= 0 && y + height <= (desk.dana.page.viewportSize()?.height ?? 0)
      })
      .toBe(true)
  }
  const messages = () => desk.dana.page.getByRole('region', { name: 'Messages' }).getByRole('article')

  test('five Tab stops lead to the message box; arrow keys walk the messages, and Enter goes inside', async () => {
    const stops: string[] = []
    for (let n = 0; n < 5; n += 1) {
      await press('Tab')
      stops.push(await focused())
    }
    expect(stops.at(-1)).toBe(`Message #${channel}`)
    await press('Shift+Tab')
    expect(await focused()).toContain('message')
    await press('Enter')
    expect(await focused()).not.toContain('message')
    await press('Escape')
    expect(await focused()).toContain('message')
  })

  test('a skip link leads to the tracker', async () => {
    await desk.dana.page.reload()
    await messages().first().waitFor()
    await press('Tab')
    await desk.dana.page.getByRole('link', { name: 'Tracker', exact: true }).waitFor()
    await press('ArrowRight', 'ArrowRight', 'Enter')
    await expect.poll(() => desk.dana.page.evaluate('document.activeElement.tagName')).toBe('IFRAME')
  })

  test('three steps show the whole loop, and follow what one does', async () => {
    await steps().getByRole('button', { name: 'Act as Casey' }).click()
    const tracker = desk.dana.page.frameLocator('iframe')
    // What is typed into the page of the person before is lost when hers arrives.
    const actor = tracker.getByRole('banner').getByRole('combobox')
    await expect.poll(() => actor.inputValue()).toBe('casey@acme.example')
    const box = tracker.getByRole('textbox', { name: `Comment on ${task}` })
    await inView(box)
    await box.fill('Is CSV fine?')
    await tracker.locator(`form.composer:has([aria-label="Comment on ${task}"]) button[type=submit]`).click()
    await inView(tracker.locator('.text', { hasText: 'Is CSV fine?' }))
    await inView(box)
    await steps().getByRole('button', { name: 'Answer as Dana' }).click()
    await desk.dana.page
      .getByRole('complementary', { name: 'Thread' })
      .getByText('Is CSV fine?', { exact: true })
      .waitFor()
    const reply = desk.dana.page.getByRole('textbox', { name: 'Reply to thread' })
    await reply.fill('Yes, UTF-8.')
    await reply.press('Enter')
    await steps().getByRole('button', { name: 'Show it' }).click()
    await inView(tracker.getByText('Yes, UTF-8.', { exact: true }))
    await steps().getByText('That’s the whole loop').waitFor()
    const wide = 'document.documentElement.scrollWidth <= innerWidth'
    expect(await desk.dana.page.evaluate(wide)).toBe(true)
  })

  test('a closed thread gives the focus back to its message', async () => {
    await desk.dana.page.getByRole('button', { name: 'Close thread' }).click()
    expect(await focused()).toContain('message')
  })

  test('the comment box and the last comment are in view on a phone, too', async () => {
    await desk.dana.page.setViewportSize({ width: 390, height: 844 })
    await desk.dana.page.goto(`${desk.world.playground}/?as=casey`)
    await desk.dana.page.getByRole('button', { name: 'Show tracker' }).click()
    const tracker = desk.dana.page.frameLocator('iframe')
    await inView(tracker.getByRole('textbox', { name: `Comment on ${task}` }))
    await inView(tracker.getByText('Yes, UTF-8.', { exact: true }))
    await desk.dana.page.setViewportSize({ width: 1_440, height: 900 })
    await desk.dana.page.goto(`${desk.world.playground}/archives/C0ACME?as=dana`)
    await messages().first().waitFor()
  })

  test('the customer’s question to the app is answered to her alone', async () => {
    await desk.world.say('casey', 'acme-shared', '@Onboarding what is still open for us?')
    const answered = await eventually('the answer', async () =>
      (await desk.world.messages('acme-shared', 'casey')).find(({ text }) =>
        text.includes('reply in a task’s thread'),
      ),
    )
    expect(answered.text).toContain('Only members of the workspace that installed the app can do this.')
    expect((await desk.world.messages('acme-shared', 'dana')).map(({ ts }) => ts)).not.toContain(answered.ts)
  })

  test('the steps stay done, and closed', async () => {
    await desk.dana.page.reload()
    await steps().getByText('That’s the whole loop').waitFor()
    await steps().getByRole('button', { name: 'Close the first steps' }).click()
    await desk.dana.page.reload()
    await messages().first().waitFor()
    expect(await steps().count()).toBe(0)
  })

  test('*Act as* goes back to each person’s own channel', async () => {
    const title = () => desk.dana.page.getByRole('main').getAttribute('aria-label')
    await desk.dana.page.getByRole('link', { name: 'general', exact: false }).first().click()
    await desk.dana.page.getByRole('button', { name: /^Lee/ }).click()
    // Lee is not in the shared channel.
    await desk.dana.page.getByRole('link', { name: 'acme-shared' }).waitFor({ state: 'detached' })
    await desk.dana.page.getByRole('link', { name: 'globex-onboarding' }).click()
    await expect.poll(title).toBe('Channel globex-onboarding')
    await desk.dana.page.getByRole('button', { name: /^Dana/ }).click()
    await expect.poll(title).toBe('Channel general')
    await desk.dana.page.getByRole('button', { name: /^Lee/ }).click()
    await expect.poll(title).toBe('Channel globex-onboarding')
  })

  test('who has scrolled up sees that there are new messages', async () => {
    await desk.dana.page.getByRole('button', { name: /^Dana/ }).click()
    await desk.dana.page.getByRole('link', { name: 'acme-shared' }).waitFor()
    await desk.dana.page.getByRole('link', { name: 'general', exact: false }).first().click()
    for (let n = 0; n < 30; n += 1) await desk.world.say('lee', 'general', `line ${n}`)
    await desk.dana.page.getByText('line 29', { exact: true }).waitFor()
    await desk.dana.page.getByRole('region', { name: 'Messages' }).hover()
    await desk.dana.page.mouse.wheel(0, -3_000)
    await expect.poll(() => desk.dana.page.evaluate("document.querySelector('.messages').scrollTop")).toBe(0)
    await desk.world.say('lee', 'general', 'the newest')
    await desk.dana.page.getByRole('button', { name: 'New messages' }).click()
    await desk.dana.page.getByText('the newest', { exact: true }).waitFor()
    await expect.poll(() => desk.dana.page.getByRole('button', { name: 'New messages' }).count()).toBe(0)
  })

  test('the quota’s end resumes at once', async () => {
    await desk.world.setTracker('quota')
    await desk.dana.page.getByRole('link', { name: channel }).click()
    await desk.dana.page
      .getByRole('button', { name: /repl(y|ies)/ })
      .first()
      .click()
    const reply = desk.dana.page.getByRole('textbox', { name: 'Reply to thread' })
    await reply.fill('Held back.')
    await reply.press('Enter')
    const said = desk.dana.page.getByRole('article').filter({ hasText: 'Held back.' })
    await said.getByRole('button', { name: /hourglass/ }).waitFor()
    await desk.dana.page.getByRole('button', { name: /^Turn off/ }).click()
    await said.getByRole('button', { name: /white_check_mark/ }).waitFor()
  })
})
