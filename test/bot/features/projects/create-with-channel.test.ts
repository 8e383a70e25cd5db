import { expect, test } from 'vitest'
import { botThatCreates, wordsOf } from '../../support/creating.ts'
import { everybody } from '../../support/making-channels.ts'
import { channel } from '../../support/running-bot.ts'

const option = (value: string) => ({ selected_option: { value, text: { text: value } } })
const withChannel = (kind: string, changes: object = {}) => ({
  create_new_channel: option(kind),
  create_channel: { selected_conversation: null },
  create_team: {
    selected_options: ['lee@vendor.example', 'sam@vendor.example'].map(
      (value) => option(value).selected_option,
    ),
  },
  ...changes,
})

const bot = async () => {
  const running = await botThatCreates()
  running.tracker.users.splice(0, 9, ...everybody)
  return running
}

test('New project makes a channel, too: the preview names it, and it is made once the project exists', async () => {
  const running = await bot()
  const { view } = await running.preview(withChannel('private'))
  if (!view) throw new Error('no preview')
  expect(wordsOf(view)).toContain('#onb-acme-corp')
  expect(wordsOf(view)).toContain('Only your team reads it: no customer is invited yet.')
  expect(running.slack.own).toEqual([])
  await Promise.all([running.create(view), running.create(view)])
  await running.idle()
  expect(running.slack.own).toMatchObject([
    { name: 'onb-acme-corp', is_private: true, members: ['U0BOT', 'U0DANA', 'U0LEE'] },
  ])
  const told = running.slack.made('chat.postMessage').filter(({ channel: to }) => to === 'U0DANA')
  expect(told.map(({ text }) => String(text).split('\n'))).toEqual([
    [
      expect.stringContaining('was created.'),
      'Its channel #onb-acme-corp is being created. You’ll hear when it’s ready.',
    ],
    [
      '<#C0NEW1> is ready. It’s subscribed to Globex – Rollout, and has the project’s card.',
      'Not matched to a Slack member, so not added: Sam Reed.',
    ],
  ])
})

test('a project that the tracker refuses gets no channel', async () => {
  const running = await bot()
  running.tracker.control.onProject = async () => ({ fails: 'unresolved', message: 'Account not found.' })
  await running.create((await running.preview(withChannel('public'))).view)
  await running.idle()
  expect(running.slack.own).toEqual([])
})

test('without a new channel there is none, also beside a chosen one', async () => {
  const running = await bot()
  const { view } = await running.preview(
    withChannel('none', { create_channel: { selected_conversation: channel } }),
  )
  await running.create(view)
  await running.idle()
  expect(running.slack.own).toEqual([])
})

test('where the app may create no channel, the dialog says what an admin has to allow', async () => {
  const running = await bot()
  running.slack.grants('chat:write')
  const shortcut = { type: 'shortcut', callback_id: 'new_onboarding_project', trigger_id: 't1' }
  await running.interaction({ ...shortcut, ...running.person })
  const words = wordsOf(await running.opened())
  expect(words).toContain('an admin has to allow channels:manage or groups:write')
  expect(words).not.toContain('create_new_channel')
})
