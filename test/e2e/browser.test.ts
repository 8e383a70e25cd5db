import { withoutQuote } from '../support/without-quote.ts'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { controls, tabTo } from './browser/accessibility.ts'
import { openDesk } from './browser/browser.ts'
import { atDanasDesk } from './browser/danas-desk.ts'
import { type ProjectPage, projectPage } from './browser/project-page.ts'
import { slackPage } from './browser/slack-page.ts'

const project = 'Acme Corp – Standard Onboarding'
const task = 'Export your data'
const hostile = '<!channel> <@U123> & <b>'

/** When the document was loaded. A different time means a reload. */
const openedAt = (page: Page) => page.evaluate<number>('performance.timeOrigin')

atDanasDesk('a team and its customer, in their browsers', { width: 1_440 }, (desk) => {
  let beside: ProjectPage

  beforeAll(() => {
    beside = projectPage(desk.dana.tracker)
  })
  let customer: Page
  let casey: ProjectPage

  beforeAll(async () => {
    const link = desk.dana.tracker.getByRole('link', { name: 'Customer view' })
    const portal = new URL((await link.getAttribute('href')) ?? '', desk.world.service).href
    customer = (await openDesk(desk.browser, desk.problems)).page
    await customer.goto(portal)
    casey = projectPage(customer)
  })

  test('the printed URL opens the channel next to the project', async () => {
    await desk.dana.page.goto(/^Open (http\S+)/m.exec(desk.world.output())?.[1] ?? '')
    await desk.dana.page.getByRole('heading', { name: 'acme-onboarding', exact: true }).waitFor()
    await desk.dana.tracker.getByRole('heading', { name: project }).waitFor()
    await desk.dana.message('subscribed this channel').waitFor()
  })

  test("a customer's comment is a message in its task's thread, and the answer is on the project page, live", async () => {
    const opened = await Promise.all([openedAt(desk.dana.page), openedAt(customer)])
    await casey.say(task, 'The orders are exported. Where do they go?')
    const card = desk.dana.card(task)
    await desk.dana.openThread(card)
    const question = desk.dana.reply('The orders are exported. Where do they go?')
    await question.waitFor()
    expect(await question.textContent()).toContain('Casey Jones')

    // No click: the thread's composer has the focus when the thread opens.
    await desk.dana.page.keyboard.type('Into the folder *import*, please.')
    await desk.dana.page.keyboard.press('Enter')
    const answer = desk.dana.reply('Into the folder import, please.')
    await answer.getByRole('button', { name: /white_check_mark/ }).waitFor()
    expect((await desk.dana.reactions()).at(-1)).toContain('white_check_mark')
    // Bold in Slack is bold on the page.
    const said = 'Into the folder import, please.'
    await beside.fromSlack('Dana Smith', said).waitFor()
    await casey.fromSlack('Dana Smith', said).waitFor()
    expect(await Promise.all([openedAt(desk.dana.page), openedAt(customer)]), 'not reloaded').toEqual(opened)
    // The new comment is below the visible part of the page.
    const pointer = desk.dana.tracker.getByRole('button', { name: `New comment on ${task}` })
    await pointer.waitFor()
    await pointer.click()
    await pointer.waitFor({ state: 'hidden' })
  })

  test('an edited comment is an edited message, a deleted one a tombstone', async () => {
    await casey.say(task, 'We have 1200 orders.')
    await desk.dana.reply('We have 1200 orders.').waitFor()
    await casey.edit('We have 1200 orders.', 'We have 12,000 orders.')
    await desk.dana.reply('We have 12,000 orders.').getByText('edited').waitFor()
    await expect.poll(() => desk.dana.reply('We have 1200 orders.').count()).toBe(0)
    await casey.remove('We have 12,000 orders.')
    await desk.dana.reply('A comment by Casey Jones, Acme Corp was deleted in the tracker.').waitFor()
    await expect.poll(() => desk.dana.reply('We have 12,000 orders.').count()).toBe(0)
  })

  test('hostile text stays text, from the customer and from the team', async () => {
    await casey.say(task, hostile)
    const message = desk.dana.reply(hostile)
    await message.waitFor()
    expect(await message.locator('.mention, strong, em, code').count()).toBe(0)
    await desk.dana.threadComposer.fill(`Ours: ${hostile}`)
    await desk.dana.page.keyboard.press('Enter')
    const said = casey.fromSlack('Dana Smith', `Ours: ${hostile}`)
    await said.waitFor()
    expect(await said.locator('.text').locator('b, strong, em, a').count()).toBe(0)
    const raw = (await desk.world.messages('acme-onboarding')).filter(({ text }) =>
      withoutQuote(text).includes('U123'),
    )
    expect(raw).toHaveLength(2)
    for (const { text } of raw) expect(text).not.toMatch(/<[!@]/)
  })

  test('/onboard autocompletes; only one person sees its answer, until it is shared', async () => {
    const lee = slackPage((await openDesk(desk.browser, desk.problems)).page)
    await lee.page.goto(`${desk.world.playground}/archives/C0ACME?as=lee`)
    await lee.message('subscribed this channel').waitFor()

    await desk.dana.composer.click()
    await desk.dana.page.keyboard.type('/onb')
    await desk.dana.suggestions.filter({ hasText: '/onboard' }).waitFor()
    await desk.dana.page.keyboard.press('Tab')
    await desk.dana.suggestions.filter({ hasText: 'subscriptions' }).waitFor()
    await desk.dana.page.keyboard.type('projects')
    await desk.dana.page.keyboard.press('Enter')
    const answer = desk.dana.message('Only visible to you')
    await answer.getByRole('link', { name: project }).waitFor()

    // This later message has arrived, so what isn't here now won't come.
    await desk.world.say('dana', 'acme-onboarding', 'Good morning, Lee.')
    await lee.message('Good morning, Lee.').waitFor()
    expect(await lee.message('Only visible to you').count()).toBe(0)
    await desk.dana.actAs('Lee')
    await desk.dana.message('Good morning, Lee.').waitFor()
    expect(await desk.dana.message('Only visible to you').count()).toBe(0)
    await desk.dana.actAs('Dana')

    await answer.getByRole('button', { name: 'Share to channel' }).click()
    await lee.message('1 project').waitFor()
    expect(await lee.message('1 project').textContent()).not.toMatch(/Only visible to you|Share to channel/)
    await lee.page.context().close()
  })

  test('a button opens a dialog, which names missing input and adds its comment to the task', async () => {
    await desk.dana
      .message(`Task ${task}`)
      .getByRole('button', { name: `Comment on ${task}` })
      .click()
    await desk.dana.dialog.getByRole('button', { name: 'Comment' }).click()
    await desk.dana.dialog.getByRole('alert').waitFor()
    await desk.dana.dialog.getByRole('textbox', { name: 'Comment' }).fill('The import runs tonight.')
    await desk.dana.dialog.getByRole('button', { name: 'Comment' }).click()
    await desk.dana.dialog.waitFor({ state: 'detached' })
    await beside.fromSlack('Dana Smith', 'The import runs tonight.').waitFor()
    await casey.fromSlack('Dana Smith', 'The import runs tonight.').waitFor()
  })

  test('a new project is made in a dialog, after a preview', async () => {
    await desk.dana.composer.click()
    await desk.dana.page.keyboard.type('/onboard create Acme Corp – Pilot')
    await desk.dana.page.keyboard.press('Enter')
    const name = desk.dana.dialog.getByRole('textbox', { name: 'Name' })
    await name.waitFor()
    await expect.poll(() => name.evaluate('document.activeElement.value')).toBe('Acme Corp – Pilot')
    await desk.dana.choose('Playbook', 'Standard', 'Standard Onboarding')
    await desk.dana.dialog.getByRole('button', { name: 'Preview' }).click()
    const create = desk.dana.dialog.getByRole('button', { name: 'Create' })
    await create.waitFor()
    await create.click()
    await desk.dana.message('Project Acme Corp – Pilot').waitFor()
  })

  test('a project completed on its page is announced in the channel', async () => {
    const asked = new Promise<string>((resolve) =>
      desk.dana.page.once('dialog', (dialog) => {
        resolve(dialog.message())
        void dialog.accept()
      }),
    )
    await desk.dana.tracker.getByRole('button', { name: 'Complete project' }).click()
    expect(await asked).toMatch(/^\d+ tasks are still open\. Complete anyway\?$/)
    const announcement = desk.dana.message('Project completed')
    await announcement.getByRole('link', { name: project, exact: true }).waitFor()
    expect(await announcement.textContent()).toContain('Completed by Dana Smith')
  })

  test('every control has a name', async () => {
    await desk.dana.openThread(desk.dana.card(task))
    await desk.dana.composer.click()
    await desk.dana.page.keyboard.type('/onboard ')
    await desk.dana.suggestions.first().waitFor()
    const vendor = await openDesk(desk.browser, desk.problems)
    await vendor.page.goto(`${desk.world.service}/projects`)
    const list = await controls(vendor.page)
    await vendor.page.getByRole('link', { name: project }).click()
    await vendor.page.getByRole('heading', { name: project }).waitFor()
    const all = [...(await controls(desk.dana.page)), ...list, ...(await controls(vendor.page))]
    expect(all.length).toBeGreaterThan(100)
    expect(all.filter(({ name }) => name === '')).toEqual([])
    await vendor.context.close()
    await desk.dana.page.keyboard.press('ControlOrMeta+A')
    await desk.dana.page.keyboard.press('Delete')
  })

  test('the Tab key alone reaches the composer and the thread, with a visible focus', async () => {
    await desk.dana.closeThread()
    await desk.dana.page.getByRole('group', { name: 'Act as' }).getByRole('button', { name: 'Dana' }).focus()
    await desk.dana.card(task).focus()
    await desk.dana.page.keyboard.press('Enter')
    const way = await tabTo(desk.dana.page, /\d+ repl(y|ies)/)
    await desk.dana.page.keyboard.press('Enter')
    await desk.dana.thread.waitFor()
    await desk.dana.page.keyboard.press('Escape')
    await desk.dana.composer.focus()
    way.push(...(await tabTo(desk.dana.page, /^Reply to thread$/)))
    expect(way.filter(({ ringed }) => !ringed)).toEqual([])
  })

  test.each([
    { width: 1_024, height: 768 },
    { width: 1_440, height: 900 },
    { width: 1_600, height: 900 },
  ])('nothing overflows a screen of $width × $height', async (size) => {
    await desk.dana.page.setViewportSize(size)
    await customer.setViewportSize(size)
    const frames = [...desk.dana.page.frames(), ...customer.frames()]
    expect(frames).toHaveLength(3)
    for (const frame of frames) expect(await frame.evaluate<string[]>('story.tooWide()')).toEqual([])
  })
})
