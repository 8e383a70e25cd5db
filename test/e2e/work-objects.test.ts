import { rmSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { messageSaying } from '../support/story.ts'
import { createWorld, type TrackerTask, type World } from '../support/world.ts'
import { controls } from './browser/accessibility.ts'
import { canBrowse, openBrowser, openDesk, picture } from './browser/browser.ts'

describe.runIf(canBrowse)('Work Objects in the playground', () => {
  const problems: string[] = []
  let world: World
  let browser: Browser
  let page: Page
  let project: string
  let tasks: readonly TrackerTask[]

  beforeAll(async () => {
    ;[browser, world] = await Promise.all([openBrowser(), createWorld()])
    await world.start()
    const { data } = await world.v1<{ data: { projects: { uuid: string }[] } }>('GET', '/projects')
    project = data.projects[0]?.uuid ?? ''
    tasks = (await world.tree(project)).modules.flatMap((module) => module.tasks)
    page = (await openDesk(browser, problems, { width: 1_400, height: 900 })).page
  })

  afterAll(async () => {
    await browser?.close()
    await world?.kill()
    if (world) rmSync(world.env['DATA_DIR'] ?? '', { recursive: true, force: true })
    expect(problems).toEqual([])
  })

  const card = (name: string) => page.getByRole('group', { name: `Task: ${name}` })
  const pane = () => page.getByRole('complementary', { name: 'Task details' })

  test('a link gets a card; its pane opens with the keyboard, and closes with it', async () => {
    const task = tasks.find(({ is_internal: internal }) => !internal)
    if (!task) throw new Error('no task for customers')
    await page.goto(`${world.playground}/archives/C0ACME?as=dana`)
    await messageSaying(world, 'acme-onboarding', 'subscribed this channel')
    await world.say('lee', 'acme-onboarding', `Look: ${world.service}/projects/${project}#task-${task.uuid}`)
    const title = card(task.name).getByRole('button', { name: task.name, exact: true })
    await title.focus()
    await page.keyboard.press('Enter')
    await pane().getByText('Assignee').waitFor()
    expect((await controls(page)).filter(({ name }) => name === '')).toEqual([])

    await picture(page, 'work-object')

    await page.keyboard.press('Escape')
    await pane().waitFor({ state: 'detached' })
    expect(await page.evaluate<string>('document.activeElement.textContent.trim()')).toBe(task.name)
  })
})
