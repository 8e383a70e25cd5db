import { expect, test } from 'vitest'
import { ApiProblem } from '../../../../src/contract/problem.ts'
import { callbacks } from '../../../../src/bot/kit/ids.ts'
import { runningBot } from '../../support/running-bot.ts'
import { project } from '../../support/stand-in-tracker.ts'

const fields = [
  ['f1', 'Region', { field_type: 'choice', options: ['EMEA', 'APAC'] }, 'EMEA'],
  ['f2', 'Contract value', { field_type: 'number' }, 48_000],
  ['f3', 'Go-live', { field_type: 'date' }, '12/31/2026'],
  ['f4', 'Signed', { field_type: 'boolean' }, true],
  ['f5', 'Notes', {}, null],
] as const

const block = (kind: string, uuid: string) => `field:${kind}:${uuid}`
const unchanged: Record<string, object> = {
  [block('choice', 'f1')]: { selected_option: { value: 'EMEA' } },
  [block('number', 'f2')]: { value: '48000' },
  [block('date', 'f3')]: { selected_date: '2026-12-31' },
  [block('boolean', 'f4')]: { selected_option: { value: 'true' } },
  [block('text', 'f5')]: { value: null },
}

/** The dialog of *Edit*, open. */
const editing = async () => {
  const running = await runningBot()
  const { tracker } = running
  for (const [uuid, name, facts, value] of fields) {
    tracker.fields.push({
      uuid,
      name,
      object_type: 'PROJECT',
      ...facts,
      options: [...('options' in facts ? facts.options : [])],
    })
    tracker.values.push({ uuid: `v-${uuid}`, datafield_uuid: uuid, name, value })
  }
  const { pressIn, submits } = running
  const shown = await running.command(`fields ${project.name}`)
  void pressIn(shown, 'Edit')
  const view = await running.viewIn('views.update')
  const save = async (changes: Record<string, object> = {}) => {
    const { private_metadata } = view
    const given = { ...unchanged, ...changes }
    const response = await submits({ callback_id: callbacks.fieldsDialog, private_metadata }, given)
    return response.text()
  }
  return { running, tracker, view, save }
}

test('Edit shows every data field with its value, and saving writes those that changed, at once', async () => {
  const { tracker, view, save } = await editing()
  const [, region, amount, goLive, signed, notes] = view.blocks
  expect(region?.element?.initial_option?.value).toBe('EMEA')
  expect(amount?.element?.initial_value).toBe('48000')
  expect(goLive?.element?.initial_date).toBe('2026-12-31')
  expect(signed?.element?.initial_option?.value).toBe('true')
  expect(notes?.element).not.toHaveProperty('initial_value')
  const said = await save({
    [block('choice', 'f1')]: { selected_option: { value: 'APAC' } },
    [block('number', 'f2')]: { value: null },
  })
  expect(said).toContain('2 data fields changed')
  expect(said).toContain('EMEA → APAC')
  expect(tracker.writes).toEqual([{ 'v-f1': 'APAC', 'v-f2': null }])
})

test('a dialog that is saved as it was writes nothing', async () => {
  const { tracker, save } = await editing()
  expect(await save()).toContain('Nothing was changed.')
  expect(tracker.writes).toEqual([])
})

test('what the tracker refuses is told at its input, and nothing is written', async () => {
  const { tracker, save } = await editing()
  tracker.control.refuse = (_, value) => (value === 'APAC' ? 'Region must be one of EMEA.' : undefined)
  const changed = {
    [block('choice', 'f1')]: { selected_option: { value: 'APAC' } },
    [block('text', 'f5')]: { value: 'Call first' },
  }
  expect(JSON.parse(await save(changed))).toEqual({
    response_action: 'errors',
    errors: { [block('choice', 'f1')]: 'Region must be one of EMEA.' },
  })
  expect(tracker.writes).toEqual([])
})

test.each([
  ['did not confirm', 'unknown', 'They may or may not have been saved.'],
  ['does not answer', 'unreachable', 'The tracker isn’t responding'],
] as const)('a tracker that %s the changes is told in the dialog', async (_, kind, said) => {
  const { tracker, save } = await editing()
  tracker.control.onWrite = () => {
    throw new ApiProblem(kind, 'HTTP 500', { status: 500 })
  }
  expect(await save({ [block('text', 'f5')]: { value: 'Call first' } })).toContain(said)
})
