import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createDialog } from '../../../src/bot/features/projects/messages/create-dialog.ts'
import { createPreview } from '../../../src/bot/features/projects/messages/create-preview.ts'
import { options } from '../../../src/bot/kit/form-elements.ts'
import { validateView } from '../../support/slack-limits.ts'
import { anyText } from '../../support/any-text.ts'

const text = anyText({ maxLength: 400 })
const choice = fc.record({ value: text, text, description: text })
const mayMake = { public: true, private: true }

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
