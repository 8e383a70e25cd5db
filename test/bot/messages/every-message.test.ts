import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type EventName, eventNames } from '../../../src/contract/event.ts'
import { eventWords } from '../../../src/bot/audience/messages/settings-words.ts'
import { capital } from '../../../src/bot/kit/words.ts'
import { dayText, slackDate, unescape } from '../../../src/bot/kit/mrkdwn.ts'
import { validateMessage } from '../../support/slack-limits.ts'
import { buildersOf, undeclared } from './builders.ts'
import { hostile } from './samples/facts.ts'
import { extremesOf, isFreeText, withTexts } from './free-text.ts'
import { type Sample, samples } from './samples/samples.ts'
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
    unescape(slackDate(text)),
  ]
}

/** Slack takes 50 blocks, and 100 options. */
const moreThanAnyLimit = 110

const withFacts = ({ build, facts, fixed }: Sample, text: string, most = 200) =>
  build(withTexts(facts, { text: () => text, most, fixed }) as object)

describe.each(samples.map((sample) => [sample.title, sample] as const))('%s', (_, sample) => {
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

  test('is taken by Slack', () => {
    expect(() => validateMessage(sample.build(sample.facts))).not.toThrow()
  })

  test('is taken by Slack with any extreme everywhere', () => {
    for (const [extreme, facts] of extremesOf(sample.facts, moreThanAnyLimit, sample.fixed))
      expect(() => validateMessage(sample.build(facts)), extreme).not.toThrow()
  })

  test('is taken by Slack whatever the names and texts are', () => {
    fc.assert(
      fc.property(anyText({ maxLength: 400 }), (text) => validateMessage(withFacts(sample, text, 20))),
      { numRuns: 20 },
    )
  })

  test('lets no markup from outside have power', () => {
    const { text, blocks } = withFacts(sample, hostile)
    expect(text).not.toContain('<!channel>')
    expect(text).not.toContain('<@U123>')
    const mrkdwn = leaves(blocks).filter(({ value }) => value === 'mrkdwn')
    expect(mrkdwn).toEqual([])
  })
})

test('a sample stands for every message there is', () => {
  // What others are made of: they change a message that they are given, or are part of dialogs with samples of their own.
  const helpers = ['chosenTask', 'inFlat', 'message', 'messageOfMost', 'pageOf', 'shared', 'withShare']
  const built = new Set([...samples.map(({ build }) => build.name), ...helpers])
  expect(buildersOf('Message').length).toBeGreaterThan(90)
  expect(buildersOf('Message').filter((name) => !built.has(name))).toEqual([])
})

test('whatever makes a message or a dialog declares that it returns one', () => {
  expect(undeclared()).toEqual([])
})
