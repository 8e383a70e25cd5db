import type { RichTextBlock } from '@slack/types'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { commentLine, commentRest, partsOf } from '../../src/bot/kit/comment.ts'
import { toPlain } from '../../src/bot/kit/mrkdwn.ts'
import { wordsInBlocks } from '../../src/bot/kit/block-words.ts'
import { marked } from '../../src/contract/marks.ts'
import { markedHtml } from '../../src/service/marked-html.ts'
import { drawn } from './drawn.ts'
import { formattedRows } from './formatted-rows.ts'
import { typedRows } from './typed-rows.ts'
import { anyText } from '../support/any-text.ts'

type Parts = RichTextBlock['elements']

const names = { user: () => 'Dana Smith', channel: () => 'acme-onboarding' }
const comment = (parts: readonly object[]) =>
  toPlain(wordsInBlocks([{ type: 'rich_text', elements: parts }], ''), names)

test.each(formattedRows)('a comment in Slack and on the page: $what', ({ text, slack, page }) => {
  expect(drawn(partsOf(marked(text)))).toEqual(slack)
  expect(markedHtml(text).replaceAll(' rel="noopener noreferrer nofollow" target="_blank"', '')).toBe(page)
})

test.each(typedRows)('a reply becomes a comment: $what', ({ parts, comment: expected }) => {
  expect(comment(parts)).toBe(expected)
})

test('blocks that the app doesn’t know leave the words to the message’s text', () => {
  const section = { type: 'rich_text_section', elements: [{ type: 'text', text: 'a' }] }
  expect(wordsInBlocks([{ type: 'rich_text', elements: [section] }], 'x')).toBe('a')
  expect(wordsInBlocks([{ type: 'rich_text', elements: [section] }, { type: 'image' }], 'x')).toBe('a')
  expect(wordsInBlocks([{ type: 'rich_text', elements: [{ type: 'rich_text_map' }] }], 'x')).toBe('x')
  expect(wordsInBlocks(undefined, 'x')).toBe('x')
})

const word = fc.stringMatching(/^[a-zäßשé][a-z0-9<>&]{0,8}$/)
const style = fc.constantFrom(
  {},
  { bold: true },
  { italic: true },
  { strike: true },
  { bold: true, italic: true },
)
const piece = fc.oneof(
  fc.record({ type: fc.constant('text'), text: word, style }),
  fc.record({
    type: fc.constant('text'),
    text: fc.stringMatching(/^[a-z*_~<&]{0,4}`{0,2}[*_~<&a-z]{0,3}[a-z]$/),
    style: fc.constant({ code: true }),
  }),
  fc.constantFrom({
    type: 'link',
    url: 'https://a.example/x_y?a=1&b=2',
    text: 'https://a.example/x_y?a=1&b=2',
  }),
)
const spaced = (pieces: readonly object[], after = '') => [
  ...pieces.flatMap((one, index) => (index === 0 ? [one] : [{ type: 'text', text: ' ' }, one])),
  ...(after ? [{ type: 'text', text: after }] : []),
]
const row = fc.array(piece, { minLength: 1, maxLength: 4 })
const items = fc.array(row, { minLength: 1, maxLength: 3 })
const part = fc.oneof(
  row.map((pieces) => ({ type: 'rich_text_section', elements: spaced(pieces, '\n') })),
  row.map((pieces) => ({ type: 'rich_text_quote', elements: spaced(pieces) })),
  fc
    .stringMatching(/^[a-z`*<&][a-z`*<&\n ]{0,30}[a-z]$/)
    .map((text) => ({ type: 'rich_text_preformatted', elements: [{ type: 'text', text }] })),
  fc
    .record({ style: fc.constantFrom('bullet', 'ordered'), rows: items, deep: items })
    .map(({ style: of, rows }) => ({
      type: 'rich_text_list',
      style: of,
      elements: rows.map((pieces) => ({ type: 'rich_text_section', elements: spaced(pieces) })),
    })),
)

/** Neighbors of one kind become one part, as a plain text cannot tell them apart. */
const apart = (parts: readonly { type: string }[]) =>
  parts.filter(({ type }, index) => type !== parts[index - 1]?.type || type === 'rich_text_preformatted')

const ended = (parts: readonly string[]) => parts.join('\n').trimEnd()

test('what a person writes in one channel looks the same in another', () => {
  fc.assert(
    fc.property(fc.array(part, { minLength: 1, maxLength: 5 }).map(apart), (parts) => {
      const there = partsOf(marked(comment(parts)))
      expect(ended(drawn(there))).toBe(ended(drawn(parts as unknown as Parts)))
    }),
  )
})

const texts = fc
  .array(
    fc.oneof(
      fc.constantFrom('*', '**', '_', '~', '`', '```', '\n', '- ', '> ', '1. ', 'https://x.example/', ' '),
      word,
    ),
    {
      maxLength: 60,
    },
  )
  .map((tokens) => tokens.join(''))

test('no letter or digit of a text is lost, whatever its marks', () => {
  const letters = (text: string) => text.replaceAll(/[^\p{L}]/gu, '')
  fc.assert(
    fc.property(texts, (text) => {
      const shown = marked(text).flatMap(({ pieces }) => pieces.map((one) => one.text))
      // A language's name in front of a block of code is not shown.
      if (!text.includes('```')) expect(letters(shown.join(''))).toBe(letters(text))
    }),
  )
})

test.each([' ', '\t', '`', '*', '[', '\n', '- ', '> '])(
  'a text of many %j is read in no time worth speaking of',
  (one) => {
    expect(marked(`a\n${one.repeat(200_000)}`).length).toBeGreaterThan(0)
  },
)

test('no text becomes an element that it does not name', () => {
  fc.assert(
    fc.property(fc.oneof(texts, anyText()), (text) => {
      const tags = markedHtml(text).match(/<[^>]*>/g) ?? []
      const ours =
        /^<\/?(?:p|br|strong|em|s|code|pre|blockquote|ul|ol|li|li value="\d+"|a|a href="[^"<>]*" rel="[a-z ]+" target="_blank")>$/
      expect(tags.filter((tag) => !ours.test(tag))).toEqual([])
    }),
  )
})

const partsIn = ({ blocks }: { blocks: readonly { type: string }[] }) =>
  blocks.flatMap((block) => (block.type === 'rich_text' ? (block as RichTextBlock).elements : []))

test('a block of code that is cut goes on as code', () => {
  const lines = Array.from({ length: 900 }, (_, index) => `line ${index} <&>`)
  const text = `Look:\n\`\`\`\n${lines.join('\n')}\n\`\`\`\nThat is *all*.`
  const first = commentLine({ authorName: 'Casey', text, uuid: 'c1' })
  expect(
    new Set(
      partsIn(first)
        .slice(1)
        .map(({ type }) => type),
    ),
  ).toEqual(new Set(['rich_text_preformatted']))
  const shown: string[] = []
  let message = first
  for (let offset: number | undefined = 0; offset !== undefined;) {
    const parts = drawn(partsIn(message))
    shown.push(...parts.filter((one) => one.startsWith('code: ')).map((one) => one.slice('code: '.length)))
    const next: unknown = /"comment:c1:(\d+)"/.exec(JSON.stringify(message.blocks))?.[1]
    offset = next === undefined ? undefined : Number(next)
    if (offset !== undefined) message = commentRest({ authorName: 'Casey', text, uuid: 'c1', offset })
  }
  expect(shown.join('').replaceAll('…', '')).toBe(lines.join('\n'))
  expect(drawn(partsIn(message)).at(-1)).toBe('section: That is {bold text: all}.')
})

test('a long list is cut before Slack would refuse it', () => {
  const text = Array.from({ length: 2_000 }, (_, index) => `- *${index}*`).join('\n')
  const message = commentLine({ authorName: 'Casey', text, uuid: 'c1' })
  expect(JSON.stringify(message.blocks).length).toBeLessThan(12_000)
  expect(JSON.stringify(message.blocks)).toContain('Show more')
  expect(partsIn(message)[0]?.type).toBe('rich_text_list')
})
