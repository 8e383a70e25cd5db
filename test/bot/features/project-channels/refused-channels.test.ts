import { expect, test } from 'vitest'
import { inputOf, wordsOf } from '../../support/creating.ts'
import { botThatMakesChannels } from '../../support/making-channels.ts'
import { channel, projectEvent } from '../../support/running-bot.ts'
import { project } from '../../support/stand-in-tracker.ts'
import { buttonOf } from '../../support/pressing.ts'
import { by } from '../../support/acts.ts'

test('a dialog that is not ours creates nothing', async () => {
  const bot = await botThatMakesChannels()
  const { view } = await bot.wantsOne({ kind: 'everybody' as 'public' })
  expect(wordsOf(view)).toContain('Nothing was saved')
  await bot.wantsOne({ metadata: '{}' })
  await bot.wants({ metadata: JSON.stringify({ project: crypto.randomUUID(), channel }) })
  expect(bot.asked()).toBe(0)
  expect(bot.told().at(-1)).toContain('The tracker doesn’t have the project anymore.')
})

test('in a channel that others read, the card has no button for a channel', async () => {
  const bot = await botThatMakesChannels()
  bot.slack.shared.add(channel)
  await bot.command(`subscribe ${project.uuid} all`)
  await bot.press('pin_card', project.uuid)
  expect(JSON.stringify(bot.slack.roots(channel))).not.toContain('make_channel')
})

test('without the permissions, the dialog says what an admin would have to allow', async () => {
  const bot = await botThatMakesChannels()
  bot.slack.grants('chat:write')
  const words = wordsOf(await bot.opens('make_channel', project.uuid))
  expect(words).toMatch(
    /An admin has to allow one of these[^]*channels:manage[^]*groups:write[^]*manifest.yml/,
  )
  bot.slack.grants('groups:write')
  const view = await bot.opens('make_channel', project.uuid)
  expect(inputOf(view, 'channel_kind')).toMatchObject({ options: [{ value: 'private' }] })
})

test('a workspace where the app may not create channels: the person hears why', async () => {
  const bot = await botThatMakesChannels()
  bot.slack.refuses('conversations.create', 'restricted_action')
  await bot.wants()
  expect(bot.told().at(-1)).toContain('wasn’t created. A setting of the workspace doesn’t allow it.')
  bot.slack.fault.next = undefined
  await bot.wants()
  expect(bot.slack.own).toHaveLength(1)
})

test('a channel whose creation got no answer is found by its former name, after people renamed it', async () => {
  const bot = await botThatMakesChannels()
  bot.slack.fault.next = ({ method }) => {
    if (method !== 'conversations.create') return undefined
    bot.slack.fault.next = undefined
    return { late: (carryOut) => rename(carryOut), status: 500 }
  }
  const rename = (carryOut: () => void) => {
    carryOut()
    Object.assign(bot.slack.own[0] ?? {}, { name: 'acme', previous_names: ['onb-acme-corp'] })
  }
  await bot.wantsOne()
  await bot.until(() => expect(bot.told().at(-1)).toContain('is ready.'))
  expect(bot.asked()).toBe(1)
})

test('somebody else’s channel of that name is not taken for the one without an answer', async () => {
  const bot = await botThatMakesChannels({ echoWaitMs: 0 })
  const fates = [{ status: 500 }, { body: { ok: false, error: 'name_taken' } }]
  bot.slack.fault.next = ({ method }) => (method === 'conversations.create' ? fates.shift() : undefined)
  await bot.wantsOne()
  await bot.until(() => expect(bot.told().at(-1)).toContain('A channel has this name already'))
  expect(bot.slack.own).toEqual([])
})

/** A completed project that is announced in its own channel and in another. */
const completed = async () => {
  const bot = await botThatMakesChannels()
  await bot.command(`subscribe ${project.uuid} all`)
  const { id } = await bot.made()
  bot.change({ project_state: 'Completed', completed_date: '2026-11-20', percentage: 100 })
  await bot.send(projectEvent('project_completed'))
  const announced = (where: string) =>
    bot.slack.roots(where).find(({ text }) => text.startsWith('Project completed')) as never
  const archived = () => bot.slack.made('conversations.archive')
  return { ...bot, id, announced, archived }
}

test('when the project is completed, its own channel can be archived on the announcement, after a question', async () => {
  const bot = await completed()
  const { action, value } = buttonOf(bot.announced(bot.id), 'Archive the channel')
  expect(JSON.stringify(bot.announced(bot.id))).toContain('Archive this channel?')
  expect(JSON.stringify(bot.announced(channel))).not.toContain('archive_channel')
  await bot.presses(action, value, { channel: { id: bot.id } })
  await bot.until(() => expect(bot.archived()).toMatchObject([{ channel: bot.id }]))
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
  const said = await bot.press('archive_channel', project.uuid, { ...there, ...by('U0GUEST') })
  expect(said.text).toContain('Guests')
  await bot.press('archive_channel', project.uuid, { ...there, ...by('U0CASEY', 'T2') })
  await bot.press('archive_channel', project.uuid)
  expect(bot.archived()).toEqual([])
})
