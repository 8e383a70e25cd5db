import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { begin } from '../service/harness.ts'
import { type Browser, canBrowse, openBrowser, openDesk } from './browser/browser.ts'

/** The name of the focused element. */
const focused = async (page: Page) => {
  const one = page.locator(':focus')
  return (await one.getAttribute('aria-label')) ?? (await one.textContent())?.replaceAll(/\s+/g, ' ').trim()
}
const focusedField = (page: Page) => page.locator(':focus').getAttribute('name')

describe.runIf(canBrowse)('the tracker’s pages in a browser', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await openBrowser()
  })
  afterAll(async () => browser?.close())

  const atTracker = async () => {
    const story = await begin('sqlite')
    const { page } = await openDesk(browser, [])
    return { story, page, demo: story.service.demo }
  }

  test('update in place: the sheet, the focus, a double click, a refused answer', async () => {
    const { story, page, demo } = await atTracker()
    let loads = 0
    page.on('load', () => (loads += 1))
    await page.goto(`${story.url}/projects/${demo.projectUuid}`)
    const dialog = page.getByRole('dialog')

    await page.locator('summary').filter({ hasText: 'Map the fields' }).press('Enter')
    await page.getByRole('link', { name: 'Edit task Map the fields' }).press('Enter')
    const name = dialog.getByRole('textbox', { name: 'Name', exact: true })
    await expect.poll(() => focusedField(page)).toBe('name')
    await name.fill('  ')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByText('A name is required.').waitFor()
    expect(await focusedField(page)).toBe('name')
    await name.fill('Map every field')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await expect.poll(() => focused(page)).toBe('Edit task Map every field')

    const field = page.getByRole('textbox', { name: 'Comment on Export your data' })
    await field.fill('Only once')
    await page.getByLabel('@ Mention somebody in the comment on Export your data').click()
    await page.getByRole('button', { name: 'Lee Wong' }).click()
    expect(await field.inputValue()).toBe('Only once @Lee Wong ')
    const send = page.locator('form.composer').filter({ has: field }).getByRole('button', { name: 'Comment' })
    await send.dblclick()
    await page.locator('.text', { hasText: 'Only once' }).waitFor()
    expect(await field.inputValue()).toBe('')
    await page.getByRole('button', { name: 'Complete task: Map every field' }).click()
    await page.getByRole('button', { name: 'Reopen task: Map every field' }).waitFor()
    expect(await focused(page)).toBe('Reopen task: Map every field')
    expect(await page.locator('.text', { hasText: 'Only once' }).count()).toBe(1)
    expect(loads).toBe(1)
  })

  test('keep typed text while others work, and say when the server is down', async () => {
    const { story, page, demo } = await atTracker()
    await page.goto(`${story.url}/projects/${demo.projectUuid}`)
    const field = page.getByRole('textbox', { name: 'Comment on Export your data' })
    await field.fill('Half a sent')
    await story.as('lee@vendor.example')('PATCH', `/projects/${demo.projectUuid}`, {
      name: 'Renamed meanwhile',
    })
    await page.getByRole('heading', { name: 'Renamed meanwhile' }).waitFor()
    expect(await field.inputValue()).toBe('Half a sent')
    await story.stop()
    await field.press('Control+Enter')
    await page.getByRole('status').getByText("Can't reach the server.").waitFor()
    expect(await field.inputValue()).toBe('Half a sent')
  })

  test('a note is written, edited, and deleted in place, by keyboard alone', async () => {
    const { story, page, demo } = await atTracker()
    await page.goto(`${story.url}/projects/${demo.projectUuid}`)
    await page.getByRole('link', { name: 'Add one' }).press('Enter')
    await page.keyboard.press('Tab')
    expect(await focused(page)).toBe('Note on Acme Corp – Standard Onboarding')
    await page.keyboard.type('Robin decides')
    await page.keyboard.press('Control+Enter')
    const notes = page.getByRole('region', { name: 'Notes' })
    const text = (words: string) => notes.locator('.text', { hasText: words })
    await text('Robin decides').waitFor()
    expect(await focusedField(page)).toBe('message_plain')
    await notes.getByText('Edit', { exact: true }).press('Enter')
    await notes.getByRole('textbox', { name: 'Edit the note' }).fill('Casey decides')
    await page.keyboard.press('Control+Enter')
    await text('Casey decides').waitFor()
    expect(await focused(page)).toBe('Edit the note of Dana Smith: Casey decides')
    await notes.getByText('Delete', { exact: true }).press('Enter')
    await notes.getByRole('button', { name: 'Delete this note' }).press('Enter')
    await notes.getByText('No notes yet.').waitFor()
    expect(await page.locator(':focus').getAttribute('id')).toBe('notes')
  })

  test('the playbook editor and the searches update in place, by keyboard alone', async () => {
    const { story, page, demo } = await atTracker()
    await page.goto(`${story.url}/playbooks/${demo.playbooks.draft}`)
    const first = () => page.locator('section.module h2').first().textContent()
    const before = await first()
    await page.getByRole('button', { name: `Move down: ${before}`, exact: true }).press('Enter')
    await expect.poll(first).not.toBe(before)
    expect(await focused(page)).toBe(`Move down: ${before}`)
    await page.goto(`${story.url}/people`)
    await page.getByRole('searchbox').pressSequentially('robin')
    await page.getByRole('heading', { name: 'Acme Corp' }).waitFor({ state: 'detached' })
    expect(await page.getByRole('heading', { name: 'Globex' }).count()).toBe(1)
    await expect.poll(() => page.url()).toContain('/people?q=robin')
    await page.goto(`${story.url}/projects`)
    await page.getByRole('searchbox').pressSequentially('nothing')
    await page.getByText('No matching projects.').waitFor()
    expect(await page.locator('.total').textContent()).toBe('0 projects')
    await page.getByRole('searchbox').fill('')
    await page.getByRole('link', { name: 'Acme Corp' }).waitFor()
    await page.getByRole('combobox', { name: 'Owner' }).selectOption('Lee Wong')
    await page.getByText('No matching projects.').waitFor()
    await expect.poll(() => page.url()).toContain('owner=')
  })
})
