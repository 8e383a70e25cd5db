import { describe, expect, test } from 'vitest'
import { at, begin, created, engines, listAt, type Story } from '../harness.ts'
import { pageBrowser, refusedWith } from './page-browser.ts'

const fieldsOf = async (story: Story, query = '') =>
  listAt((await story.call('GET', `/v1/datafields?limit=200${query}`)).body, 'data.datafields')

const fieldNamed = async (story: Story, name: string) =>
  String((await fieldsOf(story)).find((field) => field['name'] === name)?.['uuid'])

const plan = { name: 'Plan', object_type: 'PROJECT', kind: 'choice', choices: 'Small\r\nLarge\r\n\r\nSmall' }

describe.each(engines)('pages of data fields on %s', (engine) => {
  test('a new field is written on creation, and has its rules', async () => {
    const story = await begin(engine)
    expect((await pageBrowser(story).post('/data-fields', plan)).status).toBe(303)
    const uuid = await fieldNamed(story, 'Plan')
    await created(story, { datafields: { [uuid]: 'Large' } })
    await expect(created(story, { datafields: { [uuid]: 'Huge' } })).rejects.toThrow(
      'must be one of Small, Large.',
    )
  })

  test('a project that was there before a field gets it when its values are looked up', async () => {
    const story = await begin(engine)
    const project = await created(story)
    const { text } = await pageBrowser(story).get('/data-fields')
    const crm = /data-fields\/([^/"]+)\/unarchive"[^>]*><button[^>]*>/.exec(text)?.[1] ?? ''
    await pageBrowser(story).post(`/data-fields/${crm}/unarchive`)
    await pageBrowser(story).post('/data-fields', plan)
    const path = `/v1/projects/${project}/datafield-values`
    const lookUp = async () => listAt((await story.call('PUT', path, {})).body, 'data.datafield_values')
    const values = await lookUp()
    expect(values.map(({ name }) => name)).toEqual(expect.arrayContaining(['Plan', 'Legacy CRM id']))
    expect(await lookUp()).toEqual(values)
    const uuid = String(values.find(({ name }) => name === 'Plan')?.['uuid'])
    const written = { updates: { [uuid]: 'Small' }, dry_run: false }
    const { body } = await story.call('POST', '/v1/datafield-values', written)
    expect(JSON.stringify(body)).toContain('"failures":[]')
  })

  test('an archived field keeps its values, but shows and takes none until it is unarchived', async () => {
    const story = await begin(engine)
    const { post } = pageBrowser(story)
    const uuid = await fieldNamed(story, 'Region')
    const create = () => created(story, { datafields: { [uuid]: 'EMEA' } })
    const project = await create()
    const regions = async () => {
      const { body } = await story.call('PUT', `/v1/projects/${project}/datafield-values`, {})
      return listAt(body, 'data.datafield_values').filter(({ name }) => name === 'Region')
    }
    const before = await regions()
    expect((await post(`/data-fields/${uuid}/archive`)).status).toBe(303)
    expect((await fieldsOf(story, '&is_archived=true')).map(({ name }) => name)).toContain('Region')
    await expect(create()).rejects.toThrow('Not project data fields:')
    const updates = { [String(before[0]?.['uuid'])]: 'APAC' }
    const written = await story.call('POST', '/v1/datafield-values', { updates, dry_run: false })
    expect(at(written.body, 'data.failures.0.message')).toBe('No such data field value.')
    expect(await regions()).toEqual([])
    expect((await post(`/data-fields/${uuid}/unarchive`)).status).toBe(303)
    expect(await regions()).toEqual(before)
    expect(await create()).not.toBe('')
  })

  test('a field whose name another one took meanwhile can’t be unarchived', async () => {
    const story = await begin(engine)
    const { post } = pageBrowser(story)
    const uuid = await fieldNamed(story, 'Region')
    await post(`/data-fields/${uuid}/archive`)
    await post('/data-fields', { ...plan, name: 'Region' })
    const taken = refusedWith('Another active field has this name.')
    expect(await post(`/data-fields/${uuid}/unarchive`)).toMatchObject(taken)
    const archived = await fieldsOf(story, '&is_archived=true')
    expect(archived.map((field) => field['uuid'])).toContain(uuid)
  })

  test('a field takes another name and more choices, and keeps those that projects may hold', async () => {
    const story = await begin(engine)
    const { post, get } = pageBrowser(story)
    const uuid = await fieldNamed(story, 'Region')
    const form = { form_key: `field-${uuid}`, name: 'Market', choices: 'EMEA\r\nArctic' }
    expect((await post(`/data-fields/${uuid}/rename`, form)).status).toBe(303)
    expect((await get('/data-fields')).text).toContain('North America, EMEA, APAC, Arctic')
    await created(story, { datafields: { [uuid]: 'Arctic' } })
    const taken = await post(`/data-fields/${uuid}/rename`, { ...form, name: 'Target go-live' })
    expect(taken.text).toContain('>Another active field has this name.</small>')
    expect(await fieldNamed(story, 'Market')).toBe(uuid)
    expect((await post(`/data-fields/${'0'.repeat(8)}/rename`, form)).status).toBe(404)
  })
})

describe('pages of data fields', () => {
  test('live and archived fields are listed apart', async () => {
    const story = await begin('sqlite')
    const { text } = await pageBrowser(story).get('/data-fields')
    const [, live = '', archived = ''] = text.split('<h2>')
    expect(live).toContain('North America, EMEA, APAC')
    expect(live).toContain('Effort (hours)')
    expect(live).not.toContain('Legacy CRM id')
    expect(archived).toContain('Legacy CRM id')
  })

  test('what cannot be a field is refused with its reason, and what was filled in stays', async () => {
    const story = await begin('sqlite')
    const { post } = pageBrowser(story)
    const taken = { ...plan, name: 'Region', choices: '<b>kept</b>' }
    const refusals: [Record<string, string>, string][] = [
      [{ ...plan, name: ' ' }, 'A name is required.'],
      [{ ...plan, choices: ' ' }, 'Enter at least one choice'],
      [{ ...plan, object_type: 'MODULE' }, 'Choose projects or tasks.'],
      [{ ...plan, kind: 'picture' }, 'Choose a type.'],
      [taken, 'Another active field has this name.'],
    ]
    for (const [form, words] of refusals)
      expect(await post('/data-fields', form)).toMatchObject(refusedWith(words))
    const { text } = await post('/data-fields', { ...taken, form_key: 'new-field' })
    expect(text).toContain('&lt;b&gt;kept&lt;/b&gt;')
  })
})
