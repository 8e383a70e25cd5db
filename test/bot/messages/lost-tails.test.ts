import { describe, expect, test } from 'vitest'
import type { Message } from '../../../src/bot/kit/message.ts'
import { unescape } from '../../../src/bot/kit/text/mrkdwn.ts'
import { type Sample, samples } from './samples.ts'

/** Facts that a person or a tracker writes at any length; ids, dates, links and codes are none. */
const notText =
  /uuid$|url$|date$|at$|^(run|why|kind|what|change|scope|events|channel|today|query|reason|pausedReason|requestId|reference|state|readers|checks|results|digest|preset|layout|list|of|tasks|replies)$/i

/** What people write at length: comments, answers of forms, values of data fields. Names are short in the tracker. */
const prose = /^(text|answer|answers|value|from|to|description)$/

/** Facts whose key is one of these become this text. */
const withTexts = (value: unknown, keys: RegExp, text: string, key = ''): unknown => {
  if (notText.test(key)) return value
  if (typeof value === 'string') return keys.test(key) ? text : value
  if (Array.isArray(value)) return value.map((item) => withTexts(item, keys, text, key))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, withTexts(inner, keys, text, name)]),
  )
}

const changed = (value: unknown, text: string, many: number | undefined, key = ''): unknown => {
  if (notText.test(key) || prose.test(key)) return value
  if (typeof value === 'string') return text
  if (Array.isArray(value)) {
    const length = many === undefined ? value.length : value.length && many
    return Array.from({ length }, (_, index) => changed(value[index % value.length], text, many, key))
  }
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [name, changed(inner, text, many, name)]),
    )
  return typeof value === 'number' && key === 'total' && many !== undefined ? many : value
}

const built = ({ build, facts }: Sample, text: string, many?: number): Message =>
  build(changed(facts, text, many) as object)

const shown = ({ blocks }: Message): string => unescape(JSON.stringify(blocks))

/** A way to the rest: a button that shows it, a page that has it, or words that say how much is left out. */
const leadsOn = (message: Message): boolean =>
  /fits|full value|"(show_more|list_more|digest_more)|"url":|more|further|others|rest of|\d+ of \d+/i.test(
    shown(message),
  )

describe.each(samples.map((sample) => [sample.title, sample] as const))('%s', (_, sample) => {
  test('shows a name of 150 wide characters whole', () => {
    const { text, blocks } = sample.build(
      withTexts(sample.facts, /(name|label|labels)$/i, '漢'.repeat(150)) as object,
    )
    // Buttons and their labels are short by Slack's own rule.
    const read = { text, blocks: blocks.filter(({ type }) => type === 'rich_text') }
    expect(shown(read)).not.toMatch(/漢…/)
  })

  test('of two hundred things shows some, and says that there are more', () => {
    const message = built(sample, 'Thing', 200)
    const given = JSON.stringify(changed(sample.facts, 'Thing', 200)).split('Thing').length
    if (given > 200 && shown(message).split('Thing').length < 200) expect(leadsOn(message)).toBe(true)
  })

  test('of a text of 40,000 characters loses no tail without a way to it', () => {
    const text = `${'lorem '.repeat(8_000)}END`
    const message = sample.build(withTexts(sample.facts, prose, text) as object)
    if (shown(message).includes('lorem') && !shown(message).includes('END'))
      expect(leadsOn(message)).toBe(true)
  })
})
