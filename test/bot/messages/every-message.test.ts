import fc from 'fast-check'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type EventName, eventNames } from '../../../src/contract/event.ts'
import { eventWords } from '../../../src/bot/audience/messages/settings-words.ts'
import { dayText, unescape, capital } from '../../../src/bot/kit/text.ts'
import { line, when, type Message } from '../../../src/bot/kit/message.ts'
import { notice } from '../../../src/bot/kit/form-elements.ts'
import { callbacks } from '../../../src/bot/kit/ids.ts'
import { filesBelow, root } from '../../support/files.ts'
import { validateMessage, validateView } from '../../support/slack-limits.ts'
import { buttonsOf, hostile } from './samples/facts.ts'
import { extremesOf, isFreeText, withTexts } from './free-text.ts'
import { dialogs, modules, type Sample, samples } from './samples/samples.ts'
import { anyText } from '../../support/any-text.ts'

const isEvents = (value: unknown): value is EventName[] =>
  Array.isArray(value) && value.length > 0 && value.every((name) => eventNames.includes(name))

const leaves = (value: unknown, fact = ''): { fact: string; value: unknown }[] => {
  if (isEvents(value)) return [{ fact, value }]
  if (Array.isArray(value)) return value.flatMap((item) => leaves(item, fact))
  if (typeof value !== 'object' || value === null) return [{ fact, value }]
  // A preset says its events in its own words.
  const isPreset = 'preset' in value && value.preset !== 'custom'
  return Object.entries(value).flatMap(([name, inner]) =>
    isPreset && isEvents(inner) ? [] : leaves(inner, name),
  )
}

/** `2026-11` → `Nov 2026`. */
const monthOf = (text: string) => dayText(`${text}-01`).replace(' 1,', '')

const formsOf = (value: unknown): string[] => {
  if (isEvents(value)) return [eventWords(value), capital(eventWords(value))]
  if (typeof value === 'number') return [value.toLocaleString('en-US'), `${value / 60_000} min`]
  const text = String(value)
  return [
    text,
    text.replace(/\.$/, ''),
    text.replaceAll('\n', ' '),
    dayText(text),
    monthOf(text),
    unescape(line(when(text)).said),
  ]
}

/** Slack takes 50 blocks, and 100 options. */
const moreThanAnyLimit = 110

const built = (
  { build, facts, fixed }: Sample,
  text: (value: string, fact: string) => string,
  most?: number,
) => build(withTexts(facts, { text, most, fixed }) as object)

const validate = ({ isHome }: Sample, message: Message): void =>
  isHome ? validateView({ type: 'home', blocks: message.blocks }) : validateMessage(message)

const shown = ({ blocks }: Message): string => unescape(JSON.stringify(blocks))

/** A way to the rest: a button that shows it, a page that has it, or words that say how much is left out. */
const leadsOn = (message: Message): boolean =>
  /fits|full value|"(show_more|list_more)|"url":|more|further|others|rest of|\d+ of \d+/i.test(shown(message))

describe.each(samples.map((sample) => [sample.title, sample] as const))('%s', (_, sample) => {
  const isProse = (fact: string) => sample.prose?.includes(fact) ?? false
  const isName = (fact: string) => !isProse(fact) && !sample.cut?.includes(fact)

  test('says every fact in its text alone', () => {
    const text = unescape(sample.build(sample.facts).text)
    const silent = leaves(sample.facts).filter(
      ({ fact, value }) =>
        !sample.fixed?.includes(fact) &&
        (isFreeText(value) || typeof value === 'number' || isEvents(value)) &&
        !formsOf(value).some((form) => text.includes(form)),
    )
    expect(silent).toEqual([])
  })

  test('is spoken as it is shown: a button’s label contains its words', () => {
    const spoken = buttonsOf(sample.build(sample.facts))
      .filter(({ accessibility_label: label }) => label !== undefined)
      .map(({ text, accessibility_label: label = '' }) => [text.text, label] as const)
    expect(spoken.filter(([text, label]) => !label.toLowerCase().includes(text.toLowerCase()))).toEqual([])
  })

  test('is taken by Slack', () => {
    expect(() => validate(sample, sample.build(sample.facts))).not.toThrow()
  })

  test('is taken by Slack with any extreme everywhere', () => {
    for (const [extreme, facts] of extremesOf(sample.facts, moreThanAnyLimit, sample.fixed))
      expect(() => validate(sample, sample.build(facts)), extreme).not.toThrow()
  })

  test('is taken by Slack whatever the names and texts are', () => {
    fc.assert(
      fc.property(anyText({ maxLength: 400 }), (text) =>
        validate(
          sample,
          built(sample, () => text, 20),
        ),
      ),
      { numRuns: 20 },
    )
  })

  test('lets no markup from outside have power', () => {
    const { text, blocks } = built(sample, () => hostile, 200)
    expect(text).not.toContain('<!channel>')
    expect(text).not.toContain('<@U123>')
    const mrkdwn = leaves(blocks).filter(({ value }) => value === 'mrkdwn')
    expect(mrkdwn).toEqual([])
  })

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

/** The compiler asks for the samples of a module that is listed. This finds a module that is not. */
test('every message and dialog has samples', async () => {
  const listed = new Set(modules.map(({ module }) => module).flatMap(Object.values))
  const files = [...filesBelow('src/bot/kit', /\.ts$/), ...filesBelow('src/bot', /\/messages\/.+\.ts$/)]
  expect(files.length).toBeGreaterThan(40)
  for (const file of files) {
    const exported = Object.values(await import(join(root, file)))
    const missing = exported.filter((value) => typeof value === 'function' && !listed.has(value))
    expect(missing, file).toEqual([])
  }
})

test('no two samples have the same title', () => {
  const titles = [...samples, ...dialogs].map(({ title }) => title)
  expect(new Set(titles).size).toBe(titles.length)
})

/** Words by which a message says that something is not so. */
const refuses =
  /(?:n’t|\b(?:not|no|cannot|could not|rejected|only members|only admins|unknown|too late|has to wait|used up|lacks))\b/i

/** Words by which it says what to do: a verb at the beginning of a sentence or clause, or a command to type. */
const nextStep =
  /(^|[.:;,] ?|\n|, then |, or |and )\(?(ask|try|type|check|continue|share|press|write|change|look|open|copy|paste|comment|reply|post|delete|subscribe|unarchive|invite|join|connect|wait|see|go|resume|pin|add|if|when)\b|\/onboard|you(’ll)? hear|appear here/i

test('whoever is refused reads the next step in the text alone', () => {
  const refusals = samples
    .filter(({ reports }) => !reports)
    .map(({ title, facts, build }) => ({ title, text: build(facts).text }))
    .filter(({ text }) => refuses.test(text))
  expect(refusals.length).toBeGreaterThan(30)
  expect(refusals.filter(({ text }) => !nextStep.test(text))).toEqual([])
})

/** A data field’s options and ids repeat in a hundred of them; in a tracker each has its own. */
const distinctFields = (facts: unknown): unknown => {
  const { fields } = facts as { fields?: unknown }
  if (!Array.isArray(fields)) return facts
  const own = fields.map((field: object, index) => ({ ...field, uuid: `f${index}` }))
  return { ...(facts as object), fields: own }
}

const most = 100

describe.each(dialogs.map((sample) => [sample.title, sample] as const))(
  '%s',
  (_, { facts, build, fixed }) => {
    test('is taken by Slack', () => {
      expect(() => validateView(build(facts))).not.toThrow()
    })

    test('is taken by Slack with any extreme everywhere, a hundred times', () => {
      for (const [extreme, given] of extremesOf(facts, most, fixed))
        expect(() => validateView(build(distinctFields(given) as object)), extreme).not.toThrow()
    })

    test('is taken by Slack whatever stands in it', () => {
      const texts = fc.array(anyText({ maxLength: 400 }), { minLength: 1, maxLength: 9 })
      fc.assert(
        fc.property(texts, fc.nat(most), (words, length) => {
          let at = 0
          const text = () => words[at++ % words.length] ?? ''
          const given = withTexts(facts, { text, most: length, fixed })
          validateView(build(distinctFields(given) as object))
        }),
        { numRuns: 30 },
      )
    })
  },
)

test('a dialog’s notice is taken by Slack with every message', () => {
  const show = (said: Message) => notice(callbacks.createDialog, said, { onTop: true, ends: true })
  for (const sample of samples) expect(() => validateView(show(sample.build(sample.facts)))).not.toThrow()
})
