import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createDialog, createLoading } from '../../../src/bot/messages/create-dialog.ts'
import { createPreview } from '../../../src/bot/messages/create-preview.ts'
import { options } from '../../../src/bot/messages/options.ts'
import { validateView } from '../../support/slack-limits.ts'

const text = fc.string({ unit: 'binary', maxLength: 400 })
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
  roles: text,
  inviteTeam: fc.boolean(),
  inviteCustomers: fc.boolean(),
})

test('the form is a dialog that Slack takes, whatever the tracker’s names and a person’s words are', () => {
  fc.assert(
    fc.property(form, fc.array(field, { maxLength: 20 }), fc.array(text), (given, fields, problems) => {
      const kept = Object.fromEntries(
        fields.map(({ uuid, name }) => [uuid, { kind: 'text' as const, text: name }]),
      )
      validateView(createDialog({ form: { ...given, fields: kept }, fields, problems }))
    }),
    { numRuns: 50 },
  )
})

test('two hundred data fields are as many as fit, and the dialog says how many do not', () => {
  const fields = Array.from({ length: 200 }, (_, n) => ({
    uuid: `f${n}`,
    name: `Field ${n}`,
    object_type: 'PROJECT',
  }))
  const view = createDialog({ form: {}, fields })
  validateView(view)
  const shown = view.blocks.filter((block) => block.block_id?.startsWith('field:')).length
  expect(shown).toBeGreaterThan(70)
  expect(JSON.stringify(view)).toContain(`${200 - shown} more data fields do not fit`)
})

test('a kept value that no longer is of its field’s kind is left out, for Slack would refuse the whole dialog', () => {
  const fields = [
    { uuid: 'f1', name: 'Value', object_type: 'PROJECT', field_type: 'number' },
    { uuid: 'f2', name: 'Go-live', object_type: 'PROJECT', field_type: 'date' },
  ]
  const kept = { f1: { kind: 'text' as const, text: 'much' }, f2: { kind: 'text' as const, text: 'soon' } }
  const view = JSON.stringify(createDialog({ form: { fields: kept }, fields }))
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
    }),
    account: fc.record({ name: text, known: fc.boolean() }),
    startDate: fc.constant('2026-11-23'),
    owner: person,
    team: fc.array(person, { maxLength: 20 }),
    customers: fc.array(person, { maxLength: 20 }),
    fields: fc.array(fc.record({ name: text, value: text }), { maxLength: 100 }),
    roles: fc.nat(9),
    inviteTeam: fc.boolean(),
    inviteCustomers: fc.boolean(),
    channel: fc.record({ id: fc.constant('C0ACME'), member: fc.boolean(), shared: fc.boolean() }),
  })
  fc.assert(
    fc.property(facts, (given) => validateView(createPreview(given, 'preview-1'))),
    { numRuns: 50 },
  )
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
