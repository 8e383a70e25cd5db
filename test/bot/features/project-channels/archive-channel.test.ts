import { expect, test } from 'vitest'
import { botThatMakesChannels } from '../../support/making-channels.ts'
import { buttonOf } from '../../support/pressing.ts'
import { channel, projectEvent } from '../../support/running-bot.ts'
import { project } from '../../support/stand-in-tracker.ts'
import { by } from '../../support/acts.ts'

/** A completed project that is announced in its own channel and in another. */
const completed = async () => {
  const bot = await botThatMakesChannels()
  await bot.command(`subscribe ${project.uuid} all`)
  const { id } = await bot.made()
  const done = { project_state: 'Completed', completed_date: '2026-11-20', percentage: 100 }
  bot.change(done)
  await bot.send(projectEvent('project_completed'))
  const announced = (where: string) =>
    bot.slack.roots(where).find(({ text }) => text.startsWith('Project completed')) as never
  return { ...bot, id, announced }
}
const archived = (bot: { slack: { made: (method: string) => object[] } }) =>
  bot.slack.made('conversations.archive')

test('when the project is completed, its own channel can be archived on the announcement, after a question', async () => {
  const bot = await completed()
  const { action, value } = buttonOf(bot.announced(bot.id), 'Archive the channel')
  expect(JSON.stringify(bot.announced(bot.id))).toContain('Archive this channel?')
  expect(JSON.stringify(bot.announced(channel))).not.toContain('archive_channel')
  await bot.presses(action, value, { channel: { id: bot.id } })
  await bot.until(() => expect(archived(bot)).toMatchObject([{ channel: bot.id }]))
})

test.each([
  ['restricted_action', 'A setting of the workspace doesn’t allow it'],
  ['missing_scope', 'The app lacks the permission'],
  ['cant_archive_required', 'This channel is required in the workspace'],
  ['not_in_channel', 'The app isn’t in the channel anymore'],
  ['a_new_code', 'Slack says: a_new_code'],
])('Slack’s %s is said in words', async (error, words) => {
  const bot = await completed()
  bot.slack.refuses('conversations.archive', error)
  const said = await bot.press('archive_channel', project.uuid, { channel: { id: bot.id } })
  expect(said.text).toContain(`The channel wasn’t archived. ${words}`)
})

test('guests, customers, and presses elsewhere archive nothing', async () => {
  const bot = await completed()
  const there = { channel: { id: bot.id } }
  expect((await bot.press('archive_channel', project.uuid, { ...there, ...by('U0GUEST') })).text).toContain(
    'Guests',
  )
  await bot.press('archive_channel', project.uuid, { ...there, ...by('U0CASEY', 'T2') })
  await bot.press('archive_channel', project.uuid)
  expect(archived(bot)).toEqual([])
})
