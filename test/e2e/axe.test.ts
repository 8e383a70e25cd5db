import { rmSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createWorld, eventually, type World } from '../support/world.ts'
import { violations } from './browser/accessibility.ts'
import { canBrowse, openBrowser, openDesk } from './browser/browser.ts'

describe.runIf(canBrowse)('axe-core finds nothing', () => {
  let world: World
  let browser: Browser
  let page: Page
  let project = ''
  let task = ''
  let draft = ''

  beforeAll(async () => {
    ;[browser, world] = await Promise.all([openBrowser(), createWorld()])
    await world.start()
    page = (await openDesk(browser, [])).page
    const { data } = await world.v1<{ data: { projects: { uuid: string }[] } }>('GET', '/projects?name=Acme')
    project = data.projects[0]?.uuid ?? ''
    task = (await world.tree(project)).modules[1]?.tasks[0]?.uuid ?? ''
    await page.goto(`${world.service}/playbooks`)
    draft = (await page.getByRole('link', { name: 'Version 2 of Standard' }).getAttribute('href')) ?? ''
  })

  afterAll(async () => {
    await browser?.close()
    await world?.kill()
    if (world) rmSync(world.env['DATA_DIR'] ?? '', { recursive: true, force: true })
  })

  test.each([
    ['the list of projects', () => '/projects'],
    ["the team's page of a project", () => `/projects/${project}`],
    ["the customer's page of a project", () => `/portal/projects/${project}`],
    ['the comments of a task', () => `/projects/${project}/comments/${task}`],
    ['the notes of a project', () => `/projects/${project}/notes`],
    ['the sheet of a task', () => `/projects/${project}/edit/task/${task}`],
    ['a search that finds nothing', () => '/projects?q=nothing'],
    ['the playbooks', () => '/playbooks'],
    ['the editor of a playbook', () => draft],
    ['the data fields', () => '/data-fields'],
    ['the people', () => '/people'],
    ['the deliveries', () => '/deliveries'],
    ['the report', () => '/report'],
    ['the settings', () => '/settings'],
    ['an address that leads nowhere', () => '/projects/nowhere'],
    ['the sign-in', () => '/sign-in'],
    ['the set-up of an organization', () => '/set-up'],
    ['the readable interface', () => '/docs'],
  ])('on %s, wide and light, and dark on a phone', async (_, path) => {
    for (const [width, colorScheme] of [
      [1_200, 'light'],
      [375, 'dark'],
    ] as const) {
      await page.setViewportSize({ width, height: 900 })
      await page.emulateMedia({ colorScheme })
      await page.goto(`${world.service}${path()}`)
      // Check some collapsed content too.
      await page.evaluate(
        "[...document.querySelectorAll('details')].slice(0, 12).forEach((one) => (one.open = true))",
      )
      expect(await violations(page), `${colorScheme}, at ${width} px`).toEqual([])
    }
  })

  test('on the playground with a thread', async () => {
    await page.emulateMedia({ colorScheme: 'light' })
    await page.setViewportSize({ width: 1_440, height: 900 })
    await page.goto(world.playground)
    await eventually('the subscription', async () =>
      (await page.getByText('subscribed this channel').count()) > 0 ? true : undefined,
    )
    expect(await violations(page)).toEqual([])
  })

  test('on the second workspace, next to its own tracker and how to connect to it', async () => {
    await page.goto(`${world.playground}/?as=nadia`)
    await page.getByText('How to connect this workspace to Globex Partners').click()
    await page.getByText('demo-partners-key').waitFor()
    const tracker = page.frameLocator('iframe')
    await tracker.getByRole('heading', { name: 'Wingtip – Partner Onboarding' }).waitFor()
    expect(await violations(page)).toEqual([])
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await violations(page), 'dark').toEqual([])
    await page.emulateMedia({ colorScheme: 'light' })
  })
})
