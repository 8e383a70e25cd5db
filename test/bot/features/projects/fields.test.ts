import { expect, test } from 'vitest'
import { ApiProblem } from '../../../../src/contract/problem.ts'
import { projectEvent, runningBot } from '../../support/running-bot.ts'
import { buttonOf } from '../../support/pressing.ts'
import { project } from '../../support/stand-in-tracker.ts'
import { chosen } from '../../support/acts.ts'
import { callbacks } from '../../../../src/bot/kit/ids.ts'

const notOffered = () => {
  throw new ApiProblem('not-found', 'Not Found', { status: 404 })
}

/** A bot whose channel has the demo project, and a tracker with two fields. */
const botWithFields = async () => {
  const running = await runningBot()
  const { tracker } = running
  tracker.fields.push(
    { uuid: 'f1', name: 'Region', object_type: 'PROJECT', field_type: 'choice', options: ['EMEA', 'APAC'] },
    { uuid: 'f2', name: 'Contract value', object_type: 'PROJECT' },
    { uuid: 'f3', name: 'Effort', object_type: 'TASK' },
  )
  tracker.values.push(
    { uuid: 'v1', datafield_uuid: 'f1', name: 'Region', value: 'EMEA' },
    { uuid: 'v2', datafield_uuid: 'f2', name: 'Contract value', value: null },
  )
  await running.command(`subscribe "${project.name}"`)
  const { command: ask, pressIn } = running
  /** *set*, and its *Apply*. */
  const set = async (words: string) => {
    const effect = await ask(`set ${words}`)
    return { effect, apply: () => pressIn(effect, 'Apply') }
  }
  return { ...running, ask, set }
}

test('fields shows the project’s fields and values, those of tasks left out, to the person alone', async () => {
  const { ask } = await botWithFields()
  const { text, response_type: type } = await ask('fields')
  expect(text).toMatchInlineSnapshot(`
    "2 data fields of <https://tracker.example/projects/11111111-1111-4111-8111-111111111111|Acme Corp – Standard Onboarding>
    Region: EMEA
    Contract value: empty"
  `)
  expect(type).toBe('ephemeral')
})

test('where the tracker offers no look-up of values, fields shows names, and set says that it cannot write', async () => {
  const { ask, tracker } = await botWithFields()
  tracker.control.lookUp = notOffered
  expect((await ask('fields')).text).toContain('The tracker doesn’t share values, so only names are shown.')
  expect((await ask('set Region = APAC')).text).toContain('can’t be changed from here')
})

test('where the tracker offers no look-up, a value that an event told is shown and written', async () => {
  const { ask, set, tracker, hook, idle } = await botWithFields()
  tracker.control.lookUp = notOffered
  await hook(
    projectEvent('project_updated', {
      data_fields: [
        { uuid: 'v1', name: 'Region', value: 'EMEA' },
        { uuid: null, name: 'Contract value', value: 48_000 },
      ],
    }),
  )
  await idle()
  expect((await ask('fields')).text).toContain('Region: EMEA\nContract value: 48000')
  expect((await ask('set contract = 7')).text).toContain('can’t be changed from here')
  await (await set('Region = APAC')).apply()
  expect(tracker.writes).toEqual([{ v1: 'APAC' }])
})

test('set shows the effect of a dry run and writes nothing; Apply writes, twice as once', async () => {
  const { set, tracker } = await botWithFields()
  const { effect, apply } = await set('region = apac')
  expect(effect.text).toMatchInlineSnapshot(`
    "Region of Acme Corp – Standard Onboarding would change:
    From: EMEA
    To: APAC
    Nothing has changed yet. The tracker keeps no history of this field. Press Apply to change it."
  `)
  expect(tracker.writes).toEqual([])
  const done = await apply()
  expect(done.text).toMatchInlineSnapshot(
    `"The data field Region of Acme Corp – Standard Onboarding is now “APAC”; it was “EMEA”."`,
  )
  expect(done.replace_original).toBe(true)
  await apply()
  expect(tracker.values[0]?.value).toBe('APAC')
})

test('a value that the tracker does not take is told with the tracker’s reason, and has no Apply', async () => {
  const { ask, tracker } = await botWithFields()
  tracker.control.refuse = () => 'Region must be one of EMEA, APAC.'
  const answer = await ask('set Region = Moon')
  expect(answer.text).toMatchInlineSnapshot(`
    "The data field Region of Acme Corp – Standard Onboarding wasn’t changed.
    The tracker says: Region must be one of EMEA, APAC.
    Allowed values: EMEA, APAC.
    Change the value and try again: /onboard set &lt;field&gt; = &lt;value&gt;"
  `)
  expect(() => buttonOf(answer, 'Apply')).toThrow()
})

test('a write that the tracker did not confirm says so, and may be pressed again', async () => {
  const { set, tracker } = await botWithFields()
  const { apply } = await set('Region = APAC')
  tracker.control.onWrite = () => {
    throw new ApiProblem('unknown', 'HTTP 500', { status: 500 })
  }
  const doubt = await apply()
  expect(doubt.text).toContain('It may or may not have been saved.')
  expect(doubt.replace_original).toBe(false)
})

test('a value refused at Apply is told, and nothing is written', async () => {
  const { set, tracker } = await botWithFields()
  const { apply } = await set('Region = APAC')
  tracker.control.refuse = () => 'Region is archived.'
  expect((await apply()).text).toContain('Region is archived')
  expect(tracker.writes).toEqual([])
})

test('where nobody says what a field takes, a dry run finds the form: a number after the text was refused', async () => {
  const { set, tracker } = await botWithFields()
  tracker.control.refuse = (_, value) =>
    typeof value === 'number' ? undefined : 'Contract value must be a number.'
  await (await set('contract = 48,000')).apply()
  expect(tracker.writes).toEqual([{ v2: 48_000 }])
})

test('an empty value empties the field', async () => {
  const { set, tracker } = await botWithFields()
  expect((await (await set('Region =')).apply()).text).toContain('is now empty')
  expect(tracker.writes).toEqual([{ v1: null }])
})

test('a field that nobody knows, and one that several are called, are told apart', async () => {
  const { ask, tracker } = await botWithFields()
  expect((await ask('set Colour = red')).text).toContain('No data field found for “Colour”')
  tracker.fields.push({ uuid: 'f4', name: 'Contract end', object_type: 'PROJECT' })
  const choice = await ask('set contract = x')
  expect(choice.text).toContain('2 data fields match “contract”')
  expect(buttonOf(choice, '2. Contract end').value).toBe(`set ${project.uuid} "f4" = x`)
})

test('a channel without a project, and one with several, are asked which one', async () => {
  const { command, tracker } = await botWithFields()
  expect((await command('fields', { channel_id: 'C0OTHER' })).text).toContain(
    'This channel isn’t subscribed to any project.',
  )
  tracker.projects.push({ ...project, uuid: '33333333-3333-4333-8333-333333333333', name: 'Globex' })
  await command('subscribe Globex')
  expect((await command('set Region = APAC')).text).toContain('Which project of this channel?')
})

test('Apply while the tracker is away says so, and a later press writes', async () => {
  const { set, tracker } = await botWithFields()
  const { apply } = await set('Region = APAC')
  tracker.control.down = 'unreachable'
  expect((await apply()).text).toContain('The tracker isn’t responding')
  tracker.control.down = undefined
  await apply()
  expect(tracker.writes).toEqual([{ v1: 'APAC' }])
})

const fields = [
  ['f1', 'Region', { field_type: 'choice', options: ['EMEA', 'APAC'] }, 'EMEA'],
  ['f2', 'Contract value', { field_type: 'number' }, 48_000],
  ['f3', 'Go-live', { field_type: 'date' }, '12/31/2026'],
  ['f4', 'Signed', { field_type: 'boolean' }, true],
  ['f5', 'Notes', {}, null],
] as const

const block = (kind: string, uuid: string) => `field:${kind}:${uuid}`
const unchanged: Record<string, object> = {
  [block('choice', 'f1')]: chosen('EMEA'),
  [block('number', 'f2')]: { value: '48000' },
  [block('date', 'f3')]: { selected_date: '2026-12-31' },
  [block('boolean', 'f4')]: chosen('true'),
  [block('text', 'f5')]: { value: null },
}

/** The dialog of *Edit*, open. */
const editing = async () => {
  const running = await runningBot()
  const { tracker } = running
  for (const [uuid, name, facts, value] of fields) {
    const options = 'options' in facts ? [...facts.options] : []
    tracker.fields.push({ uuid, name, object_type: 'PROJECT', ...facts, options })
    tracker.values.push({ uuid: `v-${uuid}`, datafield_uuid: uuid, name, value })
  }
  void running.pressIn(await running.command(`fields ${project.name}`), 'Edit')
  const view = await running.viewIn('views.update')
  const save = async (changes: Record<string, object> = {}) => {
    const { private_metadata } = view
    const given = { ...unchanged, ...changes }
    const response = await running.submits({ callback_id: callbacks.fieldsDialog, private_metadata }, given)
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
    [block('choice', 'f1')]: chosen('APAC'),
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
    [block('choice', 'f1')]: chosen('APAC'),
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
