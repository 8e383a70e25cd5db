import { beforeAll, expect, test } from 'vitest'
import { violations } from './browser/accessibility.ts'
import { atDanasDesk } from './browser/danas-desk.ts'

/** The phone last, because its controls are measured. */
const looks = [
  { width: 1_440, height: 900, colorScheme: 'light' },
  { width: 1_440, height: 900, colorScheme: 'dark' },
  { width: 390, height: 844, colorScheme: 'light' },
  { width: 390, height: 844, colorScheme: 'dark' },
] as const

atDanasDesk('axe-core finds nothing', { width: 1_440, breaksThings: true }, (desk) => {
  let task = ''
  let draft = ''

  beforeAll(async () => {
    task = (await desk.world.tree(desk.project)).modules[1]?.tasks[0]?.uuid ?? ''
    await desk.dana.page.goto(`${desk.world.service}/playbooks`)
    draft =
      (await desk.dana.page.getByRole('link', { name: 'Version 2 of Standard' }).getAttribute('href')) ?? ''
  })

  test.each([
    ['the list of projects', () => '/projects'],
    ['the form of a new project', () => '/projects/new'],
    ['my tasks', () => '/my-tasks'],
    ["the customer's projects", () => '/portal/projects'],
    ["the customer's tasks", () => '/portal/my-tasks'],
    ["the team's page of a project", () => `/projects/${desk.project}`],
    ["the customer's page of a project", () => `/portal/projects/${desk.project}`],
    ['the comments of a task', () => `/projects/${desk.project}/comments/${task}`],
    ['the notes of a project', () => `/projects/${desk.project}/notes`],
    ['the sheet of a task', () => `/projects/${desk.project}/edit/task/${task}`],
    ['the data fields of a project', () => `/projects/${desk.project}/edit/fields/${desk.project}`],
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
    ['the readable interface', () => '/docs'],
  ])('on %s, wide and on a phone, light and dark; nothing is small or nameless there', async (_, path) => {
    await desk.dana.page.goto(`${desk.world.service}${path()}`)
    // Check some collapsed content too.
    await desk.dana.page.evaluate(
      "[...document.querySelectorAll('details')].slice(0, 12).forEach((one) => (one.open = true))",
    )
    for (const { width, height, colorScheme } of looks) {
      await desk.dana.page.setViewportSize({ width, height })
      await desk.dana.page.emulateMedia({ colorScheme })
      expect(await violations(desk.dana.page, colorScheme), `${colorScheme}, at ${width} px`).toEqual([])
    }
    expect(await desk.dana.page.evaluate('story.tooSmall()')).toEqual([])
    expect(await desk.dana.page.evaluate('story.nameless()')).toEqual([])
    expect(await desk.dana.page.evaluate('story.tooWide()')).toEqual([])
  })

  test('on the playground with a thread', async () => {
    await desk.dana.page.emulateMedia({ colorScheme: 'light' })
    await desk.dana.page.setViewportSize({ width: 1_440, height: 900 })
    await desk.dana.page.goto(desk.world.playground)
    await desk.dana.page.getByText('subscribed this channel').first().waitFor()
    for (const { width, height, colorScheme } of looks) {
      await desk.dana.page.setViewportSize({ width, height })
      await desk.dana.page.emulateMedia({ colorScheme })
      expect(await violations(desk.dana.page, colorScheme), `${colorScheme}, at ${width} px`).toEqual([])
    }
    expect(await desk.dana.page.evaluate('story.tooSmall()')).toEqual([])
    await desk.dana.page.emulateMedia({ colorScheme: 'light' })
    await desk.dana.page.setViewportSize({ width: 1_440, height: 900 })
  })

  test('on the second workspace, next to its own tracker and how to connect to it', async () => {
    await desk.dana.page.goto(`${desk.world.playground}/?as=nadia`)
    await desk.dana.page.getByText('How to connect this workspace to Globex Partners').click()
    await desk.dana.page.getByText('demo-partners-key').waitFor()
    const tracker = desk.dana.page.frameLocator('iframe')
    await tracker.getByRole('heading', { name: 'Wingtip – Partner Onboarding' }).waitFor()
    expect(await violations(desk.dana.page)).toEqual([])
    await desk.dana.page.emulateMedia({ colorScheme: 'dark' })
    expect(await violations(desk.dana.page, 'dark'), 'dark').toEqual([])
    await desk.dana.page.emulateMedia({ colorScheme: 'light' })
  })
})
