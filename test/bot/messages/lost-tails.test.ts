import { describe, expect, test } from 'vitest'
import type { Message } from '../../../src/bot/kit/message.ts'
import { unescape } from '../../../src/bot/kit/mrkdwn.ts'
import { withTexts } from './free-text.ts'
import { type Sample, samples } from './samples/samples.ts'

const built = ({ build, facts, fixed }: Sample, text: (value: string, fact: string) => string) =>
  build(withTexts(facts, { text, fixed }) as object)

const shown = ({ blocks }: Message): string => unescape(JSON.stringify(blocks))

/** A way to the rest: a button that shows it, a page that has it, or words that say how much is left out. */
const leadsOn = (message: Message): boolean =>
  /fits|full value|"(show_more|list_more|digest_more)|"url":|more|further|others|rest of|\d+ of \d+/i.test(
    shown(message),
  )

describe.each(samples.map((sample) => [sample.title, sample] as const))('%s', (_, sample) => {
  const isProse = (fact: string) => sample.prose?.includes(fact) ?? false
  const isName = (fact: string) => !isProse(fact) && !sample.cut?.includes(fact)

  test('shows a name of 150 wide characters whole', () => {
    const { text, blocks } = built(sample, (value, fact) => (isName(fact) ? '漢'.repeat(150) : value))
    // Buttons and their labels are short by Slack's own rule.
    const read = { text, blocks: blocks.filter(({ type }) => type === 'rich_text') }
    expect(shown(read)).not.toMatch(/漢…/)
  })

  test('of two hundred things shows some, and says that there are more', () => {
    const thing = (value: string, fact: string) => (isName(fact) ? 'Thing' : value)
    const facts = withTexts(sample.facts, { text: thing, most: 200, fixed: sample.fixed }) as object
    const message = sample.build(facts)
    const given = JSON.stringify(facts).split('Thing').length
    if (given > 200 && shown(message).split('Thing').length < 200) expect(leadsOn(message)).toBe(true)
  })

  test('of a text of 40,000 characters loses no tail without a way to it', () => {
    const text = `${'lorem '.repeat(8_000)}END`
    const message = built(sample, (value, fact) => (isProse(fact) ? text : value))
    if (shown(message).includes('lorem') && !shown(message).includes('END'))
      expect(leadsOn(message)).toBe(true)
  })
})
