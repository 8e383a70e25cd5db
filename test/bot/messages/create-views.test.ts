import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createDialog } from '../../../src/bot/features/projects/messages/create-dialog.ts'
import { createLoading } from '../../../src/bot/features/projects/messages/project-made.ts'
import { createPreview } from '../../../src/bot/features/projects/messages/create-preview.ts'
import { options } from '../../../src/bot/kit/form-elements.ts'
import { validateView } from '../../support/slack-limits.ts'
import { anyText } from '../../support/any-text.ts'

const text = anyText({ maxLength: 400 })
const choice = fc.record({ value: text, text, description: text })
const field = fc.record({
  uuid: fc.uuid(),
  name: text,
  object_type: fc.constant('PROJECT'),
  field_type: fc.constantFrom('text', 'number', 'boolean', 'date', 'choice', 'other', undefined),
  options: fc.array(text, { maxLength: 120 }),
})
const form = fc.record({
  name: text,
  playbook: choice,
  account: choice,
  owner: choice,
  team: fc.array(choice, { maxLength: 30 }),
  customers: fc.array(choice, { maxLength: 30 }),
  startDate: fc.constant('2026-11-23'),
  inviteTeam: fc.boolean(),
  inviteCustomers: fc.boolean(),
})

const problem = fc.record({
  input: fc.constantFrom('create_name', 'create_team', 'field:gone', undefined),
  text,
})

const mayMake = { public: true, private: true }

test('the form is a dialog that Slack takes, whatever the tracker’s names and a person’s words are', () => {
  fc.assert(
    fc.property(form, fc.array(field, { maxLength: 20 }), fc.array(problem), (given, fields, problems) => {
      const kept = Object.fromEntries(
        fields.map(({ uuid, name }) => [uuid, { kind: 'text' as const, text: name }]),
      )
      validateView(createDialog({ form: { ...given, fields: kept }, fields, mayMake, problems, more: true }))
    }),
    { numRuns: 50 },
  )
})

const manyFields = (count: number) =>
  Array.from({ length: count }, (_, n) => ({
    uuid: `f${n}`,
    name: `Field ${n}`,
    object_type: 'PROJECT',
  }))
const fieldsOf = (view: { blocks: readonly { block_id?: string }[] }) =>
  view.blocks.flatMap(({ block_id: id }) => (id?.startsWith('field:') ? [id.split(':')[2] ?? ''] : []))

test('of a hundred data fields, those with problems come first, and the dialog says how many do not fit', () => {
  const fields = manyFields(100)
  const problems = fields.slice(80).map(({ uuid }) => ({ input: `field:${uuid}`, text: 'Too long.' }))
  const view = createDialog({ form: {}, fields, mayMake, problems, more: true })
  validateView(view)
  expect(fieldsOf(view).slice(0, 20)).toEqual(fields.slice(80).map(({ uuid }) => uuid))
  expect(fieldsOf(view)).toHaveLength(60)
  expect(JSON.stringify(view)).toContain('40 more data fields don’t fit here')
})

test('what the tracker refused stands under the input it is about, the rest on top', () => {
  const fields = [{ uuid: 'f1', name: 'Region', object_type: 'PROJECT' }]
  const problems = [
    { input: 'create_owner', text: 'The owner is no internal user.' },
    { input: 'field:f1', text: 'No such region.' },
    { text: 'It was Friday.' },
  ]
  const { blocks } = createDialog({ form: {}, fields, mayMake, problems, more: true })
  const said = blocks.map((block) => (block.type === 'input' ? block.block_id : JSON.stringify(block)))
  const after = (id: string) => said[said.indexOf(id) + 1]
  expect(after('create_owner')).toContain('Not saved: The owner is no internal user.')
  expect(after('field:text:f1')).toContain('Not saved: No such region.')
  expect(said[0]).toContain('It was Friday.')
  expect(said[0]).toContain('is shown under its field')
})

test('a kept value that no longer is of its field’s kind is left out, for Slack would refuse the whole dialog', () => {
  const fields = [
    { uuid: 'f1', name: 'Value', object_type: 'PROJECT', field_type: 'number' },
    { uuid: 'f2', name: 'Go-live', object_type: 'PROJECT', field_type: 'date' },
  ]
  const kept = { f1: { kind: 'text' as const, text: 'much' }, f2: { kind: 'text' as const, text: 'soon' } }
  const view = JSON.stringify(createDialog({ form: { fields: kept }, fields, mayMake, more: true }))
  expect(view).not.toContain('much')
  expect(view).not.toContain('soon')
})

test('the preview is a dialog that Slack takes, whatever stands in it', () => {
  const person = fc.record({ name: text, found: fc.boolean() })
  const facts = fc.record({
    requestId: fc.nat(),
    name: text,
    sameName: fc.constantFrom('none' as const, 'exists' as const, 'unsure' as const),
    existingUrl: text,
    playbook: fc.record({
      name: text,
      version: fc.constantFrom('current' as const, 'older' as const, 'unknown' as const),
      versions: fc.nat(9),
      durationDays: fc.option(fc.integer({ min: 1, max: 36_500 }), { nil: undefined }),
    }),
    account: fc.record({
      name: text,
      nearest: fc.option(fc.array(text, { maxLength: 3 }), { nil: undefined }),
    }),
    startDate: fc.constant('2026-11-23'),
    owner: person,
    team: fc.array(person, { maxLength: 20 }),
    customers: fc.array(
      fc.record({ name: text, found: fc.boolean(), contactOf: fc.option(text, { nil: undefined }) }),
      { maxLength: 20 },
    ),
    fields: fc.array(fc.record({ uuid: fc.uuid(), name: text, value: text, live: fc.boolean() }), {
      maxLength: 100,
    }),
    namesakes: fc.array(fc.constant('C0GLOBEX'), { maxLength: 3 }),
    inviteTeam: fc.boolean(),
    inviteCustomers: fc.boolean(),
    channel: fc.record({
      member: fc.boolean(),
      readers: fc.record({
        channel: fc.constant('C0ACME'),
        organizations: fc.array(text, { maxLength: 5 }),
        strangers: fc.boolean(),
        guests: fc.boolean(),
        unknown: fc.boolean(),
      }),
      isNew: fc.boolean(),
      receives: fc.array(text),
    }),
  })
  fc.assert(
    fc.property(facts, (given) => validateView(createPreview(given, 'preview-1'))),
    { numRuns: 50 },
  )
})

test.each([
  [['C0ONE'], 'There’s a channel with a matching name: ', '. Go back to choose it.'],
  [['C0ONE', 'C0TWO'], 'There are channels with matching names: ', '. Go back to choose one.'],
])('a preview without a channel counts the channels that it offers (%s)', (namesakes, before, after) => {
  const view = createPreview(
    {
      requestId: 1,
      name: 'Globex – Rollout',
      sameName: 'none',
      playbook: { name: 'Standard Onboarding', version: 'current', versions: 1 },
      account: { name: 'Globex' },
      startDate: '2026-11-23',
      owner: { name: 'Dana Smith', found: true },
      team: [],
      customers: [],
      fields: [],
      inviteTeam: false,
      inviteCustomers: false,
      namesakes,
    },
    'preview-1',
  )
  const words = JSON.stringify(view.blocks)
  expect(words).toContain(before)
  expect(words).toContain(after)
})

test('what stands for the form meanwhile is a dialog that Slack takes', () => {
  expect(() => validateView(createLoading())).not.toThrow()
})

test('a menu has at most a hundred entries, each within Slack’s limits', () => {
  fc.assert(
    fc.property(fc.array(choice, { maxLength: 150 }), (given) => {
      const shown = options(given)
      return (
        shown.length <= 100 &&
        shown.every(
          ({ text: label, value, description }) =>
            label.text.length >= 1 &&
            label.text.length <= 75 &&
            (value ?? '').length >= 1 &&
            (value ?? '').length <= 150 &&
            (description?.text.length ?? 1) <= 75,
        )
      )
    }),
    { numRuns: 50 },
  )
})
