import { describe, expect, test } from 'vitest'
import { begin, created, engines, type Story } from './harness.ts'

const names = async (story: Story, path: string, key: string, of = 'name') => {
  const { body } = await story.call('GET', path)
  return ((body.data ?? {})[key] as Record<string, unknown>[]).map((entry) => entry[of])
}

describe.each(engines)('lists on %s', (engine) => {
  test('playbooks come in every version that is not archived, oldest first, the current one last', async () => {
    const story = await begin(engine)
    expect(await names(story, '/v1/playbooks', 'playbooks')).toEqual([
      'Standard Onboarding',
      'Enterprise Rollout',
      'Standard Onboarding',
      'Standard Onboarding',
    ])
    const { draft, published, superseded } = story.service.demo.playbooks
    expect(await names(story, '/v1/playbooks?name=STANDARD', 'playbooks', 'uuid')).toEqual([
      superseded,
      draft,
      published,
    ])
    const { body } = await story.call('GET', '/v1/playbooks?limit=1')
    expect(Object.keys(((body.data ?? {})['playbooks'] as object[])[0] ?? {})).toEqual([
      'uuid',
      'name',
      'description',
    ])
    expect((body.data ?? {})['pagination']).toEqual({ total: 4 })
  })

  test('archived data fields are hidden by is_archived=false alone', async () => {
    const story = await begin(engine)
    expect(await names(story, '/v1/datafields', 'datafields')).toContain('Legacy CRM id')
    expect(await names(story, '/v1/datafields?is_archived=false', 'datafields')).not.toContain(
      'Legacy CRM id',
    )
    expect(await names(story, '/v1/datafields?is_archived=true', 'datafields')).toEqual(['Legacy CRM id'])
    expect(await names(story, '/v1/datafields?object_type_code=TASK', 'datafields')).toEqual([
      'Effort (hours)',
    ])
    const { body } = await story.call('GET', '/v1/datafields?object_type_code=TASK')
    expect((body.data ?? {})['datafields']).toMatchObject([
      { object_type: 'TASK', object_type_code: expect.any(Number) },
    ])
  })

  test('users are internal, customers, or both', async () => {
    const story = await begin(engine)
    const emails = (query: string) => names(story, `/v1/users${query}`, 'users', 'email_address')
    expect(await emails('?is_customer_user=true')).toEqual(['casey@acme.example', 'robin@globex.example'])
    expect(await emails('?is_customer_user=false')).toEqual([
      'dana@vendor.example',
      'lee@vendor.example',
      'sam@vendor.example',
      'api@vendor.example',
    ])
    expect(await emails('')).toHaveLength(6)
  })

  test('a page of projects begins where the one before ended, newest first, with the whole total', async () => {
    const story = await begin(engine)
    for (const name of ['one', 'two', 'three']) await created(story, { name })
    const page = await story.call('GET', '/v1/projects?limit=2&offset=1')
    expect(page.body.data).toMatchObject({
      projects: [{ name: 'two' }, { name: 'one' }],
      pagination: { total: 4 },
    })
    expect(await names(story, '/v1/projects?project_state=Completed', 'projects')).toEqual([])
  })

  test('data-field values are only tried unless dry_run is false, and those that cannot be written are told', async () => {
    const story = await begin(engine)
    const project = await created(story)
    const lookUp = async () => {
      const { body } = await story.call('PUT', `/v1/projects/${project}/datafield-values`, {})
      return (body.data ?? {})['datafield_values'] as { uuid: string; name: string; value: unknown }[]
    }
    const uuidOf = async (name: string) => (await lookUp()).find((value) => value.name === name)?.uuid ?? ''
    const [region, target] = [await uuidOf('Region'), await uuidOf('Target go-live')]
    const updates = { [region]: 'APAC', [target]: '2026-02-30', nothing: 1 }
    const failures = [
      { uuid: target, message: 'Target go-live must be a date in the format YYYY-MM-DD.' },
      { uuid: 'nothing', message: 'No such data field value.' },
    ]
    const tried = await story.call('POST', '/v1/datafield-values', { updates })
    expect(tried.body.data).toEqual({ dry_run: true, updated: [{ uuid: region, value: 'APAC' }], failures })
    expect((await lookUp()).map(({ value }) => value)).toEqual([null, null, null, null])
    const written = await story.call('POST', '/v1/datafield-values', { updates, dry_run: false })
    expect(written.body.data).toEqual({
      dry_run: false,
      updated: [{ uuid: region, value: 'APAC' }],
      failures,
    })
    expect((await lookUp()).map(({ value }) => value)).toEqual([null, 'APAC', null, null])
  })
})
