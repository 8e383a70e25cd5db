import type { Locator } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { comment, messageSaying, settled } from '../support/story.ts'
import type { TrackerTask, World } from '../support/world.ts'
import { violations } from './browser/accessibility.ts'
import { canBrowse, picture } from './browser/browser.ts'
import { type DanasDesk, danasDesk } from './browser/danas-desk.ts'
import { saysOn, taskIn } from './browser/in-tracker.ts'
import type { SlackPage } from './browser/slack-page.ts'

const channel = 'acme-onboarding'
const sharedWithAcme = 'acme-shared'
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

  test('a thread is synced from a message’s menu, and what was said in it is taken over', async () => {
    const root = await world.say('lee', channel, 'Which format do we export in?')
    await world.say('dana', channel, 'CSV, one file a table.', root)
    const message = dana.message('Which format')
    await message.hover()
    await button(message, 'More actions').click()
    await dana.page.getByRole('menuitem', { name: 'Sync thread with a task' }).click()
    await dana.choose('Task', task.uuid, task.name)
    await button(dana.dialog, 'Sync').click()
    await dana.dialog.getByText('2 earlier messages can become comments too').waitFor()
    await picture(dana.page, '40-take-over')
    expect(await violations(dana.page)).toEqual([])
    await dana.finish('Import')
    await dana.openThread(message)
    await dana.reply('synced this thread with the task').waitFor()
    await dana.reply('2 of 2 earlier messages are comments').waitFor({ timeout: 30_000 })
    await picture(dana.page, '41-taken-over')
    await saysOn(world, project, task.uuid, 'Which format do we export in?')
    await dana.threadComposer.fill('Semicolons, please.')
    await dana.page.keyboard.press('Enter')
    await saysOn(world, project, task.uuid, 'Dana Smith (Slack): Semicolons, please.')
    await comment(world, casey, task.uuid, 'Semicolons are fine')
    await dana.reply('Semicolons are fine').waitFor()
  })

  test('what a customer writes at the top of a shared channel is offered, and one press makes it a comment', async () => {
    await dana.goTo(sharedWithAcme)
    await dana.type(`/onboard subscribe ${project}`)
    await dana.message('subscribed this channel').waitFor()
    await dana.type('/onboard settings')
    await button(dana.dialog, 'More…').click()
    await dana.choose('Customers’ messages outside threads', '', 'Ask our team')
    await dana.finish('Save')
    await dana.message('offered to the team as comments').waitFor()
    await comment(world, casey, task.uuid, 'A first word')
    await messageSaying(world, sharedWithAcme, task.name)
    const ts = await world.say('casey', sharedWithAcme, 'The export of our data is ready')
    const offer = dana.message('Is this a comment on a task?')
    await offer.waitFor()
    await picture(dana.page, '42-offer')
    expect(await violations(dana.page)).toEqual([])
    await button(offer, `Make this message a comment on ${task.name}`).click()
    await dana.message('becomes a comment on').waitFor()
    await settled(world, sharedWithAcme, ts)
    await saysOn(world, project, task.uuid, 'The export of our data is ready')
  })

  test('the app answers what a person writes to it', async () => {
    await dana.goTo('Onboarding')
    await dana.page.getByRole('main').getByRole('button', { name: 'Messages', exact: true }).click()
    const composer = dana.page.getByRole('textbox', { name: 'Message Onboarding' })
    await composer.fill('projects Acme')
    await dana.page.keyboard.press('Enter')
    await dana.message('Acme Corp – Standard Onboarding').waitFor()
    await picture(dana.page, '43-direct')
  })
})
