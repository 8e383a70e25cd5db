import { describe, expect, test } from 'vitest'
import { begin, created, engines, listAt, type Story, treeOf } from '../harness.ts'
import { pageBrowser, refusedWith, valueOf, playbookDesk } from './page-browser.ts'

const listed = async (story: Story, name: string) => {
  const { body } = await story.call('GET', `/v1/playbooks?name=${encodeURIComponent(name)}`)
  return listAt(body, 'data.playbooks').map(({ uuid }) => uuid)
}

const newDraft = async (story: Story, of: string) =>
  (await pageBrowser(story).post(`/playbooks/${of}/version`)).location

describe.each(engines)('pages of playbooks on %s', (engine) => {
  test('a new version is the last of its name, and published it supersedes the one before', async () => {
    const story = await begin(engine)
    const { published, enterprise } = story.service.demo.playbooks
    const path = await newDraft(story, enterprise)
    const uuid = path.replace('/playbooks/', '')
    expect(await listed(story, 'Enterprise Rollout')).toEqual([enterprise, uuid])
    const { get, post } = pageBrowser(story)
    expect((await get(path)).text).toContain('Draft')
    expect((await post(`${path}/publish`)).location).toBe(path)
    expect((await get(path)).text).toContain('Published')
    expect((await get(`/playbooks/${enterprise}`)).text).toContain('Superseded')
    expect((await get(`/playbooks/${published}`)).text).toContain('Published')
    expect((await post(`${path}/publish`)).status).toBe(422)
  })

  test('an archived version leaves the list, those it superseded go with it, and makes no project', async () => {
    const story = await begin(engine)
    const { draft, published } = story.service.demo.playbooks
    await pageBrowser(story).post(`/playbooks/${published}/archive`)
    expect(await listed(story, 'Standard Onboarding')).toEqual([draft])
    await expect(created(story)).rejects.toThrow('Playbook not found.')
  })

  test('a draft is edited module by module, and a project made of it has what was written', async () => {
    const story = await begin(engine)
    const path = await newDraft(story, story.service.demo.playbooks.enterprise)
    const { edit, page } = playbookDesk(story, path)
    const details = { name: 'Quick <Start>', description: 'Two days & a call', duration_days: '2' }
    expect((await edit('details', details)).status).toBe(303)
    while ((await page()).includes('/edit/remove-module')) await edit('remove-module', { m: '0' })
    await edit('add-module', { name: 'Begin' })
    await edit('add-module', { name: 'End' })
    await edit('module', { m: '0', name: 'Begin here', portal_name: 'Hello' })
    expect((await edit('add-task', { m: '0', name: 'Call' })).location).toBe(`${path}#at-0`)
    await edit('add-task', { m: '0', name: 'Too much' })
    const task = { m: '0', t: '0', name: 'First call', detail: 'By phone', start_day: '0', due_day: '1' }
    await edit('task', { ...task, is_internal: 'on', in_order: 'on' })
    await edit('remove-task', { m: '0', t: '1' })
    for (const name of ['Dial', 'Talk', 'Sing']) await edit('add-subtask', { m: '0', t: '0', name })
    await edit('subtask', { m: '0', t: '0', s: '1', name: 'Listen', description: 'Mostly' })
    await edit('remove-subtask', { m: '0', t: '0', s: '2' })
    expect(await page()).toContain('Quick &lt;Start&gt;')
    const uuid = path.replace('/playbooks/', '')
    const { modules } = await treeOf(story, await created(story, { playbook_uuid: uuid }))
    expect(modules.map((module) => module.name)).toEqual(['Begin here', 'End'])
    expect(modules[0]?.tasks).toMatchObject([
      { name: 'First call', is_internal: true, subtasks: [{ name: 'Dial' }, { name: 'Listen' }] },
    ])
  })

  test('a draft does not take the name of a playbook with newer versions', async () => {
    const story = await begin(engine)
    const path = await newDraft(story, story.service.demo.playbooks.enterprise)
    await newDraft(story, story.service.demo.playbooks.published)
    const { edit } = playbookDesk(story, path)
    const taken = await edit('details', { name: 'Standard Onboarding', duration_days: '3' })
    expect(taken).toMatchObject(refusedWith('A newer playbook has this name.'))
  })
})

describe('pages of playbooks', () => {
  test('every name is listed with its versions and their states', async () => {
    const story = await begin('sqlite')
    const { text } = await pageBrowser(story).get('/playbooks')
    const standard = text.split('>Standard Onboarding</h2>')[1]?.split('</section>')[0] ?? ''
    expect(
      [...standard.matchAll(/Version (\d)|pill [^>]*>(\w+)</g)].map(([, v, state]) => v ?? state),
    ).toEqual(['3', 'Published', '2', 'Draft', '1', 'Superseded'])
    expect(text).toContain('>Legacy Import</h2>')
    expect(text).toContain('>Archived<')
  })

  test('a version is shown whole: modules, tasks, subtasks, roles, duration', async () => {
    const story = await begin('sqlite')
    const { text } = await pageBrowser(story).get(`/playbooks/${story.service.demo.playbooks.published}`)
    const shown = ['35 days', 'Published', 'Export your data', 'Internal', 'In order', 'Customers see:']
    for (const words of shown) expect(text).toContain(words)
    for (const role of ['Implementation lead', 'Solutions engineer', 'Customer lead'])
      expect(text).toMatch(new RegExp(`${role}</bdi> <code>[0-9a-f-]{36}</code>`))
    expect(text).not.toContain('/edit/')
    expect((await pageBrowser(story).get('/playbooks/f0f0f0f0-0000-4000-8000-000000000000')).status).toBe(404)
  })

  test('only the last of a name can be published, so that the current version is the last entry', async () => {
    const story = await begin('sqlite')
    const { draft, published } = story.service.demo.playbooks
    const { post } = pageBrowser(story)
    const refused = await post(`/playbooks/${draft}/publish`)
    expect(refused).toMatchObject(refusedWith('Version 3 is newer.'))
    expect((await post(`/playbooks/${published}/archive`)).status).toBe(303)
    expect((await post(`/playbooks/${draft}/publish`)).status).toBe(303)
    expect((await listed(story, 'Standard Onboarding')).at(-1)).toBe(draft)
  })

  test('a subtask keeps its questions when it is renamed', async () => {
    const story = await begin('sqlite')
    const path = await newDraft(story, story.service.demo.playbooks.published)
    const { edit, page } = playbookDesk(story, path)
    const forms = async () => (await page()).split('>Form<').length
    const before = await forms()
    const text = await page()
    const [, form = ''] = text.split('>Form<')
    const [m, t, s] = ['m', 't', 's'].map((name) => valueOf(form, name))
    await edit('subtask', { m: m ?? '', t: t ?? '', s: s ?? '', name: 'Renamed question' })
    expect(await page()).toContain('Renamed question')
    expect(await forms()).toBe(before)
  })

  test('what a draft cannot be is refused on its page, with the reason', async () => {
    const story = await begin('sqlite')
    const path = await newDraft(story, story.service.demo.playbooks.enterprise)
    const { edit } = playbookDesk(story, path)
    const refusals: [string, Record<string, string>, string][] = [
      ['add-module', { name: ' ' }, 'A name is required.'],
      ['details', { name: 'x'.repeat(151), duration_days: '3' }, 'A name can have at most 150 characters.'],
      ['details', { name: 'x', duration_days: '0' }, 'A playbook lasts at least one day.'],
      ['task', { m: '0', t: '0', name: 'x', start_day: '5', due_day: '4' }, 'on or after the start day'],
      ['add-module', { name: 'x', revision: 'of yesterday' }, 'Somebody else changed this draft.'],
    ]
    for (const [action, form, words] of refusals)
      expect(await edit(action, form)).toMatchObject(refusedWith(words))
    expect((await edit('module', { m: '99', name: 'x' })).status).toBe(404)
    expect((await edit('toString', { name: 'x' })).status).toBe(404)
    const published = `/playbooks/${story.service.demo.playbooks.published}/edit/add-module`
    expect((await pageBrowser(story).post(published, { name: 'x' })).text).toContain(
      'Only a draft can be changed.',
    )
  })
})
