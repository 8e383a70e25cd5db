import { expect, test } from 'vitest'
import { parseCommand } from '../../../../src/bot/doors/subcommands.ts'
import { addressed } from '../../../../src/bot/slack/incoming.ts'
import { wallAt } from '../../../../src/bot/kit/time.ts'
import { fieldTexts } from '../../../../src/bot/tracker/field-values.ts'
import { botWithThread } from '../../support/running-bot.ts'

test.each([
  ['*<@U0BOT>* status', 'status'],
  ['*<@U0BOT> project Acme*', 'project Acme'],
  ['_*<@U0BOT>*_ project *Acme*', 'project *Acme*'],
  ['*_<@U0BOT> status_*', 'status'],
  ['<@U0BOT>, status*', 'status*'],
])('the words to the app in %j are %j', (text, words) => {
  expect(addressed(text)).toEqual({ user: 'U0BOT', words })
})

test('a command to the app never becomes a comment', async () => {
  const { say, idle, tracker } = await botWithThread()
  for (const words of [
    '*<@U0BOT>* status',
    '*<@U0BOT> status*',
    '\u200B<@U0BOT> status',
    '_<@U0BOT>_ status',
  ])
    await say(words)
  await idle()
  expect(tracker.attempts).toEqual([])
})

test.each([
  ['*project* Launch', 'project Launch'],
  ['set Window = user:id:42', 'set Window = user:id:42'],
  ['project Probe\u2009\u202Frollout\u200E', 'project Probe  rollout'],
  ['project :rocket: Launch', 'project 🚀 Launch'],
  ['task :tada: Celebrate', 'task 🎉 Celebrate'],
  ['project Probe\u00A0rollout', 'project Probe rollout'],
  ['project\u200B Probe rollout', 'project Probe rollout'],
  ['project :no-such-emoji: x', 'project :no-such-emoji: x'],
])('the command %j is read as %j', (typed, meant) => {
  expect(parseCommand(typed)).toEqual(parseCommand(meant))
})

test.each([
  ['9007199254740993', ['9007199254740993']],
  ['9,007,199,254,740,991', [9007199254740991]],
  ['12.5', [12.5]],
])('the number %j of a field is written as it is, or left to the tracker to refuse', (typed, values) => {
  const field = { uuid: 'f', name: 'Value', object_type: 'PROJECT', field_type: 'number' }
  expect(fieldTexts(field, typed)).toEqual(values)
})

test.each(['Mars/Olympus', '', 'UTC'])('the time zone %j, which Node may not know, is UTC', (zone) => {
  const now = Date.UTC(2026, 10, 23, 9, 30)
  expect(wallAt(zone, now)).toBe(now)
})
