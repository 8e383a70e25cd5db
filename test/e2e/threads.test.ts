import type { Locator } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { comment } from '../support/story.ts'
import type { TrackerTask, World } from '../support/world.ts'
import { violations } from './browser/accessibility.ts'
import { canBrowse, picture } from './browser/browser.ts'
import { type DanasDesk, danasDesk } from './browser/danas-desk.ts'
import { saysOn, taskIn } from './browser/in-tracker.ts'
import type { SlackPage } from './browser/slack-page.ts'

const channel = 'acme-onboarding'
const casey = 'casey@acme.example'

describe.runIf(canBrowse)('threads that were there before, in a browser', () => {
  const problems: string[] = []
  let desk: DanasDesk | undefined
  let world: World
  let dana: SlackPage
  let project: string
  let task: TrackerTask

  beforeAll(async () => {
    desk = await danasDesk(problems)
    ;({ world, dana, project } = desk)
    task = taskIn(desk.tasks, 'Export your data')
  })

  afterEach(() => expect(problems.splice(0), 'errors in the browser').toEqual([]))

  afterAll(() => desk?.close())

  const button = (place: Locator, name: string | RegExp) => place.getByRole('button', { name })

  test('a thread is synced from a message’s menu', async () => {
    const root = await world.say('lee', channel, 'Which format do we export in?')
    await world.say('dana', channel, 'CSV, one file a table.', root)
    const message = dana.message('Which format')
    await message.hover()
    await button(message, 'More actions').click()
    await dana.page.getByRole('menuitem', { name: 'Sync thread with a task' }).click()
    await dana.choose('Task', task.uuid, task.name)
    await button(dana.dialog, 'Sync').click()
    await dana.dialog.getByText('This thread is synced with').waitFor()
    await picture(dana.page, '40-synced')
    expect(await violations(dana.page)).toEqual([])
    await dana.finish('Close')
    await dana.openThread(message)
    await dana.reply('synced this thread with the task').waitFor()
    await dana.threadComposer.fill('Semicolons, please.')
    await dana.page.keyboard.press('Enter')
    await saysOn(world, project, task.uuid, 'Dana Smith (Slack): Semicolons, please.')
    await comment(world, casey, task.uuid, 'Semicolons are fine')
    await dana.reply('Semicolons are fine').waitFor()
  })

  test('the app answers what a person writes to it', async () => {
    await dana.goTo('Onboarding')
    await dana.page.getByRole('main').getByRole('button', { name: 'Messages', exact: true }).click()
    const composer = dana.page.getByRole('textbox', { name: 'Message Onboarding' })
    await composer.fill('projects Acme')
    await dana.page.keyboard.press('Enter')
    await dana.message('Acme Corp – Standard Onboarding').waitFor()
    await picture(dana.page, '41-direct')
  })
})
