import { expect, test } from 'vitest'
import { section, text } from '../../../formatting/typed-rows.ts'
import { botWithThread, channel, dana } from '../../support/running-bot.ts'

const richText = (...elements: object[]) => ({ type: 'rich_text', elements })

const cells = [
  [richText(section(text('Name'))), richText(section(text('Amount')))],
  [richText(section(text('Item A'))), { type: 'raw_text', text: '1,200' }],
]
const list = (facts: object) => ({
  type: 'rich_text_list',
  style: 'bullet',
  elements: [section(text('one'))],
  ...facts,
})

const toGroup = richText(section({ type: 'usergroup', usergroup_id: 'S0SUPPORT1' }, text(' please look')))

/** `comment`: undefined if it becomes none. */
type Row = [what: string, words: string, facts: object, comment: string | undefined]

const rows: readonly Row[] = [
  [
    'a forwarded message, as a quote with its link',
    'look at this',
    {
      attachments: [
        {
          is_share: true,
          is_msg_unfurl: true,
          from_url: 'https://slack.example/p1',
          author_name: 'Robin',
          fallback: '[today] Robin: where is it?',
          text: 'where is it?',
          message_blocks: [{ message: { blocks: [richText(section(text('where is it?\nsince Monday')))] } }],
        },
      ],
    },
    'look at this\n> where is it?\n> since Monday\n📎 a message of Robin https://slack.example/p1',
  ],
  [
    'a forwarded message that has its text alone',
    '',
    { attachments: [{ is_share: true, from_url: 'https://slack.example/p1', text: 'a <b>' }] },
    '\n> a <b>\n📎 a message of somebody https://slack.example/p1',
  ],
  [
    'a link, whose preview no person wrote',
    'see <https://x.example>',
    { attachments: [{ from_url: 'https://x.example', title: 'X', text: 'a preview' }] },
    'see https://x.example',
  ],
  [
    'a picture alone',
    '',
    { blocks: [{ type: 'image', image_url: 'https://g.example/1.gif', alt_text: 'a cat' }] },
    '📎 a cat https://g.example/1.gif',
  ],
  [
    'a date without words for it',
    '',
    {
      blocks: [richText(section(text('by '), { type: 'date', timestamp: 1_795_167_015, format: '{date}' }))],
    },
    'by Nov 20, 2026, 09:30 UTC',
  ],
  ['such a date in a text', 'by <!date^1795167015^{date}>', {}, 'by Nov 20, 2026, 09:30 UTC'],
  [
    'an element that nobody knows yet, where the text says nothing',
    "This content can't be displayed.",
    {
      blocks: [
        richText(section(text('the '), { type: 'gem', value: 'ruby' }, { type: 'date', timestamp: 1e300 })),
      ],
    },
    'the ruby',
  ],
  [
    'an element that nobody knows yet, where the text has it',
    'the ruby',
    { blocks: [richText(section({ type: 'gem', indent: -1 }))] },
    'the ruby',
  ],
  [
    'a block that nobody knows yet',
    '',
    { blocks: [{ type: 'poll', title: 'When?', text: { type: 'plain_text', text: 'Monday & <@U1>' } }] },
    'When?\nMonday & <@U1>',
  ],
  [
    'a file of another organization, of which Slack tells the id alone',
    '',
    { subtype: 'file_share', files: [{ id: 'F0EXT', mode: 'file_access', file_access: 'check_file_info' }] },
    `📎 file https://slack.example/${channel}/TS`,
  ],
  [
    'a file that is only an id',
    'see',
    { subtype: 'file_share', files: ['F0EXT'] },
    `see\n📎 file https://slack.example/${channel}/TS`,
  ],
  [
    'a file with a name of another type',
    'see',
    { subtype: 'file_share', files: [{ name: 17, permalink: 'https://f.example/1' }] },
    'see\n📎 file https://f.example/1',
  ],
  [
    'a deleted file',
    'gone',
    { subtype: 'file_share', files: [{ id: 'F1', mode: 'tombstone' }] },
    `gone\n📎 a deleted file https://slack.example/${channel}/TS`,
  ],
  [
    'rich text beside an image, with Slack’s placeholder as its text',
    'This message contains interactive elements.',
    { blocks: [richText(section(text('confirm the new logo'))), { type: 'image', alt_text: 'a.png' }] },
    'confirm the new logo\n📎 a.png',
  ],
  [
    'a pasted table, which Slack puts into an attachment',
    'the numbers',
    {
      blocks: [richText(section(text('the numbers')))],
      attachments: [{ id: 1, blocks: [{ type: 'table', rows: cells }], fallback: '[no preview available]' }],
    },
    'the numbers\nName | Amount\nItem A | 1,200',
  ],
  ['a table alone', '', { blocks: [{ type: 'table', rows: cells }] }, 'Name | Amount\nItem A | 1,200'],
  ['a list whose indent is -1', 'one', { blocks: [richText(list({ indent: -1 }))] }, '\n• one'],
  ['a list whose indent is 1e9', 'one', { blocks: [richText(list({ indent: 1e9 }))] }, '\n• one'],
  [
    'an emoji of no character',
    'ok',
    { blocks: [richText(section({ type: 'emoji', name: 'our-logo', unicode: '999999' }))] },
    ':our-logo:',
  ],
  [
    'a user group, whose id says nothing to readers',
    '<!subteam^S0SUPPORT1> please look',
    { blocks: [toGroup] },
    '@a user group please look',
  ],
  [
    'a user group whose handle only the text has',
    '<!subteam^S0SUPPORT1|@support> please look',
    { blocks: [toGroup] },
    '@support please look',
  ],
  [
    'a file’s name that Slack takes for a domain',
    'see <http://readme.md|readme.md> please',
    {},
    'see readme.md please',
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
      files: [{ id: 'F5', name: '17', title: 'Card count', permalink: 'https://f.example/F5/17' }],
    },
    '📎 Card count https://f.example/F5/17',
  ],
]

test('everything that Slack shows of a person’s message is in its comment', async () => {
  const { tracker, says } = await botWithThread()
  for (const [what, words, facts, comment] of rows) {
    const before = tracker.asked().length
    const { ts } = await says(words, facts)
    const said = comment === undefined ? [] : [`Dana Smith (Slack): ${comment.replace('TS', ts)}`]
    expect(tracker.asked().slice(before), what).toEqual(said)
  }
})

test.each<[string, string, object]>([
  ['a block without words', '', { blocks: [{ type: 'canvas', id: 'F1' }] }],
  ['an attachment without words', '', { attachments: [{ id: 1, color: '#000' }] }],
  ['Slack’s placeholder', 'This message contains interactive elements.', {}],
])('of %s nothing becomes a comment, and its author is told each time', async (_, words, facts) => {
  const { say, tracker, slack, says } = await botWithThread()
  await say(words, facts)
  await says(words, facts)
  expect(tracker.attempts).toEqual([])
  const notice = expect.stringContaining('the app can’t read what is in it')
  expect(slack.ephemerals(dana).map(({ text: told }) => told)).toEqual([notice, notice])
})
