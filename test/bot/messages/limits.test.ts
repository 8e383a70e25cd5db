import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cut, cutMrkdwn, fitMessage, fitting, lengthOf } from '../../../src/bot/kit/limits.ts'
import { escape } from '../../../src/bot/kit/mrkdwn.ts'
import { splitText } from '../../../src/bot/sync/replies/comment-words.ts'
import { validateMessage } from '../../support/slack-limits.ts'

const texts = fc.string({ unit: 'grapheme', maxLength: 300 })

test('a cut text is short enough once escaped, well-formed, and the beginning of the whole', () => {
  fc.assert(
    fc.property(texts, fc.integer({ min: 1, max: 300 }), (text, max) => {
      const short = cut(text, max)
      expect(escape(short).length).toBeLessThanOrEqual(max)
      expect(short.isWellFormed()).toBe(true)
      if (short !== text) expect(text.startsWith(short.replace(/…$/, ''))).toBe(true)
    }),
  )
})

test('a text that fits is left alone', () => {
  expect(cut('abc', 3)).toBe('abc')
  expect(cut('abcd', 3)).toBe('ab…')
  expect(cut('a&b', 4)).toBe('a…')
})

test('half of an emoji never stays', () => {
  expect(cut('ab😀cd', 4)).toBe('ab…')
  expect(fitting('😀😀', 3)).toBe(2)
})

test('the length of a text is what it has once escaped', () => {
  fc.assert(fc.property(texts, (text) => lengthOf(text) === escape(text).length))
})

test('mrkdwn is cut between links and entities, not within', () => {
  expect(cutMrkdwn('see <https://a.example|the plan> now', 20)).toBe('see …')
  expect(cutMrkdwn('fish &amp; chips', 9)).toBe('fish …')
  expect(cutMrkdwn('short', 9)).toBe('short')
})

const lines = (count: number, length: number) =>
  Array.from({ length: count }, () => ({
    type: 'context' as const,
    elements: [{ type: 'plain_text' as const, text: 'x'.repeat(length), emoji: false }],
  }))

test('a message of too many blocks loses its tail and says so', () => {
  const fitted = fitMessage({ text: 'all', blocks: lines(80, 10) })
  validateMessage(fitted)
  expect(fitted.blocks).toHaveLength(50)
  expect(JSON.stringify(fitted.blocks.at(-1))).toContain('There’s more than fits in one message.')
})

test('a message of too many characters keeps its buttons', () => {
  const buttons = { type: 'actions' as const, elements: [] }
  const { blocks } = fitMessage({ text: 'all', blocks: [...lines(10, 2_000), buttons] })
  expect(blocks.length).toBeLessThan(10)
  expect(blocks).toContain(buttons)
})

const unmarked = (part: string) => part.replace(/^\(\d+\/\d+\) /, '')

test('a text that fits is not split and not marked', () => {
  expect(splitText('short', 40)).toEqual(['short'])
})

test('a long text is split after paragraphs, and each part says which it is', () => {
  const [first, second] = [`${'a'.repeat(30)}.`, `${'b'.repeat(30)}.`]
  expect(splitText(`${first}\n\n${second}`, 50)).toEqual([`(1/2) ${first}\n\n`, `(2/2) ${second}`])
})

test('a long line is split between words', () => {
  expect(splitText('one two three four five six seven eight nine ten eleven', 40)).toEqual([
    '(1/2) one two three four five six ',
    '(2/2) seven eight nine ten eleven',
  ])
})

test('parts keep to the limit, in order, and together are the text to the letter', () => {
  const long = fc.string({ unit: fc.constantFrom('a', ' ', '\n', '😀', '漢', '&'), maxLength: 2_000 })
  fc.assert(
    fc.property(long, fc.integer({ min: 40, max: 500 }), (text, max) => {
      const parts = splitText(text, max)
      for (const part of parts) {
        expect(part.length).toBeLessThanOrEqual(max)
        expect(part.isWellFormed()).toBe(true)
      }
      expect(parts.length === 1 ? parts[0] : parts.map(unmarked).join('')).toBe(text)
    }),
  )
})

test('what is cut ends between two letters, never inside one', () => {
  const family = '👩‍👩‍👧'
  expect(cut(`Team ${family}`, 8)).toBe('Team …')
  expect(cut('Zoë'.normalize('NFD'), 4)).toBe('Zoë'.normalize('NFD'))
  expect(cut('Zoë!'.normalize('NFD'), 4)).toBe('Zo…')
})
