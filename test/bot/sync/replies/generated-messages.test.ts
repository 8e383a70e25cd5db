import fc from 'fast-check'
import { expect, test } from 'vitest'
import { events } from '../../../../src/bot/doors/slack-events.ts'
import { Background } from '../../../../src/bot/deps/background.ts'
import { attached, incomingSchema } from '../../../../src/bot/slack/incoming.ts'
import { toPlain } from '../../../../src/bot/kit/mrkdwn.ts'
import { botWithThread, channel, dana } from '../../support/running-bot.ts'

/** Where a message ends, and the words that must be there. */
interface Given {
  readonly facts: object
  readonly words: readonly string[]
}

const placeholder = "This content can't be displayed."
const odd = fc.constantFrom<unknown>(
  undefined,
  null,
  true,
  0,
  -1,
  1e9,
  1e300,
  '',
  '\u200B',
  '<@U1',
  '>',
  '1f44b',
  'x'.repeat(500),
  [],
  [[null]],
  {},
  { text: 7 },
  { elements: [{ elements: [7, {}] }] },
  [{ type: 'rich_text' }],
)

/** A field that Slack never sends like this. */
const oddField = fc
  .tuple(fc.constantFrom('style', 'indent', 'offset', 'border', 'unicode', 'skin_tone'), odd)
  .map(([key, value]) => ({ [key]: value }))
const withOdd = (element: object) => oddField.map((field) => ({ ...element, ...field }))

const parts = ['section', 'quote', 'preformatted', 'of_tomorrow', 'list'] as const
const richText = (said: string) =>
  fc.tuple(fc.constantFrom(...parts), oddField, oddField).map(([part, inner, outer]) => {
    const elements = [{ type: 'text', text: said, ...inner }]
    const items = part === 'list' ? [{ type: 'rich_text_section', elements }] : elements
    return { type: 'rich_text', elements: [{ type: `rich_text_${part}`, elements: items, ...outer }] }
  })
const cell = (said: string) => fc.oneof(richText(said), withOdd({ type: 'raw_text', text: said }))

const block = (said: string) =>
  fc.oneof(
    cell(said).map((one) => ({ type: 'table', rows: [[one, null], 'odd'] })),
    fc.constant({ type: 'section', text: { type: 'mrkdwn', text: said } }),
    fc.constant({ type: 'header', text: { type: 'plain_text', text: said } }),
    fc.constant({ type: 'image', alt_text: said, image_url: 'https://g.example/1.gif' }),
    withOdd({ type: 'of_tomorrow', title: said }),
  )
const attachment = (said: string) =>
  fc.oneof(
    fc.constant({ is_share: true, from_url: 'https://s.example/p1', text: said }),
    fc.constant({ fallback: said }),
    richText(said).map((one) => ({ is_share: true, message_blocks: [{ message: { blocks: [one] } }, 7] })),
    block(said).map((one) => ({ blocks: [one], fallback: '[no preview available]' })),
    withOdd({ title: said, fields: 'odd' }),
  )
const file = (said: string) =>
  fc.oneof(
    fc.constant({ title: said, name: '17' }),
    withOdd({ name: said, permalink: 'https://f.example/1' }),
  )

const [typed, pasted, shown, named] = ['tippte1', 'fügte2', 'zeigte3', 'nannte4']

/** What a person's composer sends: each word in one of the places where Slack shows it. */
const spoken: fc.Arbitrary<Given> = fc
  .record({
    text: fc.constantFrom(typed, placeholder),
    own: fc.option(richText(typed)),
    pasted: fc.option(block(pasted)),
    shown: fc.option(attachment(shown)),
    named: fc.option(file(named)),
    noise: fc.tuple(fc.constantFrom('edited', 'team', 'metadata', 'parent_user_id'), odd),
  })
  .map((given): Given => {
    const blocks = [given.own, given.pasted].filter((one) => one !== null)
    // Beside blocks, `text` is only for notifications.
    const isTyped = given.own !== null || blocks.length === 0
    return {
      facts: {
        [given.noise[0]]: given.noise[1],
        text: blocks.length === 0 ? typed : given.text,
        blocks,
        attachments: given.shown === null ? [] : [null, given.shown],
        ...(given.named !== null && { subtype: 'file_share', files: [given.named] }),
      },
      words: [
        ...(isTyped ? [typed] : []),
        ...(given.pasted === null ? [] : [pasted]),
        ...(given.shown === null ? [] : [shown]),
        ...(given.named === null ? [] : [named]),
      ],
    }
  })

const nobody = fc.constantFrom<object>(
  { user: 'USLACKBOT' },
  { bot_id: 'B9' },
  { bot_id: 7 },
  { user: 'U0BOT' },
  { user: 5 },
  { subtype: 'channel_join' },
  { subtype: 7 },
  { thread_ts: '1.000001' },
  { thread_ts: undefined },
  { text: '\u2800\u200B', blocks: [], attachments: [], files: [] },
  { text: '*<@U0BOT>* status', blocks: [] },
)

/** Whatever else could come by the same way. */
const fields = ['text', 'user', 'blocks', 'attachments', 'files', 'thread_ts', 'subtype', 'message', 'ts']
const anything = fc
  .tuple(fc.subarray(fields), odd, odd)
  .map(([keys, one, other]) => Object.fromEntries(keys.map((key, at) => [key, at % 2 ? one : other])))

const cases = fc.oneof(
  { weight: 6, arbitrary: spoken.map((given) => ({ ...given, by: 'person' as const })) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(spoken, nobody)
      .map(([{ facts }, more]) => ({ facts: { ...facts, ...more }, words: [], by: 'nobody' as const })),
  },
  { weight: 2, arbitrary: anything.map((facts) => ({ facts, words: [], by: 'anything' as const })) },
)

const names = { user: () => undefined, channel: () => undefined }

/** What is missing in a reply's comment of what it must say, or there but said by nobody. */
const wrongIn = (
  { text, files }: { text: string; files: readonly { name: string }[] },
  words: readonly string[],
): string[] => {
  const plain = [toPlain(text, names), ...files.map(({ name }) => name)].join('\n')
  const unsaid = plain.includes(placeholder) ? [placeholder] : []
  return [...words.filter((one) => !plain.includes(one)), ...unsaid]
}

test('10,000 generated messages: the comment has each word that Slack shows, and none that it does not', () => {
  fc.assert(
    fc.property(cases, ({ facts, words }) => {
      const said = incomingSchema.safeParse({ ts: '1.000100', ...facts })
      if (said.success)
        expect(wrongIn({ text: said.data.text, files: attached(said.data) }, words)).toEqual([])
      else expect(facts).toHaveProperty('ts')
    }),
    { numRuns: 10_000 },
  )
})

test('of 1,000 that come by the door, a person’s become one comment each, and no others do', async () => {
  const { bot, root, idle } = await botWithThread()
  await idle()
  const stored: { text: string; files: readonly { name: string }[] }[] = []
  const deps = Object.assign(Object.create(bot.deps), {
    storeReply: async ({ reply }: { reply: (typeof stored)[number] }) => void stored.push(reply),
    lanes: { enqueue: async () => undefined },
  }) as typeof bot.deps
  const acting = () => Promise.reject(new Error('no one was asked who acts'))
  const by = { background: new Background(bot.deps.log), acting, repeated: false, at: () => 0 }
  let count = 0
  const usual = () => ({ channel, user: dana, thread_ts: root.ts, ts: `${1_764_000_000 + ++count}.000100` })
  await fc.assert(
    fc.asyncProperty(cases, async ({ facts, words, by: sender }) => {
      stored.length = 0
      await events['message']?.(deps, { ...usual(), ...facts }, by)
      if (sender === 'anything') return
      expect(stored).toHaveLength(sender === 'person' ? 1 : 0)
      for (const reply of stored) expect(wrongIn(reply, words)).toEqual([])
    }),
    { numRuns: 1_000 },
  )
})
