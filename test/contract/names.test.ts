import { expect, test } from 'vitest'
import { folded, isBlank } from '../../src/contract/text.ts'
import { marked } from '../../src/contract/marks.ts'
import { blankTexts } from '../support/blank-texts.ts'
import { mentionsIn } from '../../src/contract/comment.ts'

test.each([
  ['İstanbul', 'istanbul'],
  ['Zürich', 'Zu\u0308rich'],
  ['ΟΔΟΣ', 'οδος'],
  ['Probe\u00A0rollout', 'Probe rollout'],
  ['Probe  rollout', 'Probe rollout'],
  ['Probe\u200B rollout', 'probe rollout'],
  ['Levi’s move', "Levi's move"],
  ['Levi`s move', 'Levi´s move'],
  ['the “new” plan', 'the "new" plan'],
  ['Acme – Rollout', 'ACME - rollout'],
  ['Acme\u2060', 'Acme'],
  ['❤️ Launch', '❤ Launch'],
])('%j and %j are one name', (one, other) => {
  expect(folded(one)).toBe(folded(other))
})

test.each([
  ['Zürich', 'Zurich'],
  ['50% off_', '50_ off%'],
  ['Acme Corp', 'AcmeCorp'],
])('%j and %j are two', (one, other) => {
  expect(folded(one)).not.toBe(folded(other))
})

test.each(['', ...blankTexts])('nothing is seen of %j', (text) => expect(isBlank(text)).toBe(true))
test.each(['x', '👍', '\u200Bx', '❤️', '.'])('something is seen of %j', (text) =>
  expect(isBlank(text)).toBe(false),
)

const people = ['Dana Smith', 'Dana', 'dana@vendor.example', 'Zoë'].map((word) => ({
  word,
  person: word.toLowerCase(),
}))

test.each([
  ['@Dana Smith', ['dana smith']],
  ['ask @dana smith, please', ['dana smith']],
  ['@Dana Smith’s', ['dana smith']],
  ['@Dana Smithson', ['dana']],
  ['@Dana2', []],
  ['Dana Smith', []],
  ['@dana@vendor.example: @ZOË', ['dana@vendor.example', 'zoë']],
  ['@@Dana', ['dana']],
  ['@Zoe\u0308, @Dana\u00A0Smith', ['zoë', 'dana smith']],
  ['@Dana\nSmith', ['dana']],
])('%j mentions %j', (text, mentioned) => {
  expect(mentionsIn(text, people)).toEqual(mentioned)
})

test('of a text with thousands of @, the first hundred are read', () => {
  expect(mentionsIn(`${'@ '.repeat(99)}@Dana`, people)).toHaveLength(1)
  expect(mentionsIn(`${'@ '.repeat(100)}@Dana`, people)).toHaveLength(0)
})

test.each([
  'bank.example',
  'ｂａｎｋ．example',
  'bank。example',
  'bank\u200B.example',
  'https:∕∕bank.example',
  'bank․example',
])('the label %j reads as an address, so it is none', (label) => {
  const urls = marked(`[${label}](https://evil.example/x)`).flatMap(({ pieces }) =>
    pieces.filter((piece) => piece.url !== undefined).map(({ text }) => text),
  )
  expect(urls).not.toContain(label)
})
test('other labels are', () => {
  const [block] = marked('[the plan](https://acme.example/x)')
  expect(block?.pieces).toEqual([{ text: 'the plan', url: 'https://acme.example/x', style: {} }])
})
