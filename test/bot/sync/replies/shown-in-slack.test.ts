import { expect, test } from 'vitest'
import { botWithThread, channel, dana } from '../../support/running-bot.ts'

const text = (words: string) => ({ type: 'text', text: words })
const section = (...elements: object[]) => ({ type: 'rich_text_section', elements })
const richText = (...elements: object[]) => ({ type: 'rich_text', elements })

type Row = [what: string, words: string, facts: object, comment: string]

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
]

test('everything that Slack shows of a person’s message is in its comment', async () => {
  const { tracker, says } = await botWithThread()
  for (const [at, [what, words, facts, comment]] of rows.entries()) {
    const { ts } = await says(words, facts)
    expect(tracker.attempts, what).toHaveLength(at + 1)
    expect(tracker.attempts[at]?.message_plain, what).toBe(`Dana Smith (Slack): ${comment.replace('TS', ts)}`)
  }
})

test.each<[string, string, object]>([
  ['a block without words', '', { blocks: [{ type: 'canvas', id: 'F1' }] }],
  ['an attachment without words', '', { attachments: [{ id: 1, color: '#000' }] }],
  ['Slack’s placeholder', 'This message contains interactive elements.', {}],
])('of %s nothing becomes a comment, and its author is told', async (_, words, facts) => {
  const { say, tracker, slack, says } = await botWithThread()
  await say(words, facts)
  await says(words, facts)
  expect(tracker.attempts).toEqual([])
  expect(slack.ephemerals(dana).map(({ text: told }) => told)).toEqual([
    expect.stringContaining('the app can’t read what is in it'),
  ])
})
