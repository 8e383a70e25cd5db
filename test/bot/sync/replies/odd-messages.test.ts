import { expect, test } from 'vitest'
import { parseCommand } from '../../../../src/bot/doors/subcommands.ts'
import { addressed } from '../../../../src/bot/slack/incoming.ts'
import { wallAt } from '../../../../src/bot/kit/time.ts'
import { fieldTexts } from '../../../../src/bot/tracker/field-values.ts'
import { botWithThread } from '../../support/running-bot.ts'

const text = (words: string) => ({ type: 'text', text: words })
const section = (...elements: object[]) => ({ type: 'rich_text_section', elements })
const richText = (...elements: object[]) => ({ type: 'rich_text', elements })
const rows = [
  [richText(section(text('Name'))), richText(section(text('Amount')))],
  [richText(section(text('Item A'))), { type: 'raw_text', text: '1,200' }],
]
const list = (facts: object) => ({
  type: 'rich_text_list',
  style: 'bullet',
  elements: [section(text('one'))],
  ...facts,
})

const messages: readonly [what: string, words: string, facts: object, comment: string | undefined][] = [
  [
    'rich text beside an image, with Slack’s placeholder as its text',
    'This message contains interactive elements.',
    { blocks: [richText(section(text('confirm the new logo'))), { type: 'image', alt_text: 'a.png' }] },
    'confirm the new logo',
  ],
  [
    'a pasted table, which Slack puts into an attachment',
    'the numbers',
    {
      blocks: [richText(section(text('the numbers')))],
      attachments: [{ id: 1, blocks: [{ type: 'table', rows }], fallback: '[no preview available]' }],
    },
    'the numbers\nName | Amount\nItem A | 1,200',
  ],
  ['a table alone', '', { blocks: [{ type: 'table', rows }] }, 'Name | Amount\nItem A | 1,200'],
  ['a list whose indent is -1', 'one', { blocks: [richText(list({ indent: -1 }))] }, '• one'],
  ['a list whose indent is 1e9', 'one', { blocks: [richText(list({ indent: 1e9 }))] }, '• one'],
  [
    'an emoji of no character',
    'ok',
    { blocks: [richText(section({ type: 'emoji', name: 'our-logo', unicode: '999999' }))] },
    ':our-logo:',
  ],
  [
    'a user group, whose id says nothing to readers',
    '<!subteam^S0SUPPORT1> please look',
    {
      blocks: [richText(section({ type: 'usergroup', usergroup_id: 'S0SUPPORT1' }, text(' please look')))],
    },
    '(Slack): @a user group please look',
  ],
  [
    'a user group whose handle only the text has',
    '<!subteam^S0SUPPORT1|@support> please look',
    {
      blocks: [richText(section({ type: 'usergroup', usergroup_id: 'S0SUPPORT1' }, text(' please look')))],
    },
    '(Slack): @support please look',
  ],
  [
    'a file’s name that Slack takes for a domain',
    'see <http://readme.md|readme.md> please',
    {},
    '(Slack): see readme.md please',
  ],
  ['the placeholder alone', "This content can't be displayed.", {}, undefined],
  ['a character that nobody sees', '\u200B', {}, undefined],
  ['a blank in Braille', '\u2800', {}, undefined],
  ['a reminder of Slackbot', 'Reminder: answer the customer', { user: 'USLACKBOT' }, undefined],
  [
    'a file whose title people see',
    '',
    {
      subtype: 'file_share',
      files: [
        { id: 'F5', name: '17', title: 'Card count 9/30/17', permalink: 'https://x.slack.com/files/U/F5/17' },
      ],
    },
    'Card count 9/30/17',
  ],
]

test('what Slack shows of a message is what the comment says, and nothing else becomes one', async () => {
  const { tracker, says } = await botWithThread()
  for (const [what, words, facts, comment] of messages) {
    const before = tracker.attempts.length
    await says(words, facts)
    const said = tracker.attempts.slice(before).map(({ message_plain: plain }) => plain)
    expect(said, what).toEqual(comment === undefined ? [] : [expect.stringContaining(comment)])
  }
})

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
