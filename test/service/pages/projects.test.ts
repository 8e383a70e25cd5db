import { describe, expect, test } from 'vitest'
import { begin, created, engines, demoTask } from '../harness.ts'
import { pageBrowser, refusedWith } from './page-browser.ts'

const names = (text: string) =>
  [...text.matchAll(/<strong dir="auto">(.*?)<\/strong>/g)].map(([, name]) => name)

describe('the list of projects', () => {
  test('is searched by name, by state, and a page at a time', async () => {
    const story = await begin('sqlite')
    const late = await created(story, { name: 'Late one', start_date: '01/05/2026', due_date: '01/06/2026' })
    for (let at = 1; at <= 26; at += 1) await created(story, { name: `Rollout ${at}` })
    const { get } = pageBrowser(story)
    const first = await get('/projects')
    expect(first.text).toContain('28 projects')
    expect(first.text).toContain('1–25 of 28')
    expect(names(first.text)).toHaveLength(25)
    const rest = await get('/projects?page=2')
    expect(names(rest.text)).toEqual(['Rollout 1', 'Late one', 'Acme Corp – Standard Onboarding'])
    expect(rest.text).toContain('Overdue')
    expect(names((await get('/projects?q=LATE')).text)).toEqual(['Late one'])
    await story.as('dana@vendor.example')('PATCH', `/projects/${late}`, { project_state: 'Completed' })
    expect(names((await get('/projects?state=Completed')).text)).toEqual(['Late one'])
    const second = await get('/projects?q=rollout&page=2')
    expect(second.text).toContain('href="?q=rollout" rel="prev"')
    expect(second.text).toContain('26 projects')
    const none = await get('/projects?q=%3Cnothing%3E')
    expect(none.text).toContain('No matching projects.')
    expect(none.text).toContain('value="&lt;nothing&gt;"')
    for (const odd of ['page=0', 'page=x', 'page=999999', 'state=Gone', 'q=a&q=b'])
      expect((await get(`/projects?${odd}`)).status, odd).toBe(200)
  })
})

describe.each(engines)('the pages on %s', (engine) => {
  test('the list is filtered by owner, account and lateness, and sorted', async () => {
    const story = await begin(engine)
    const { accounts, people } = story.service.demo
    const late = { start_date: '01/05/2026', due_date: '01/06/2026' }
    await created(story, { name: 'Zebra', account: 'Globex', project_owner: 'lee@vendor.example' })
    const done = await created(story, { name: 'Done late', account: 'Acme Corp', ...late })
    await created(story, { name: 'Aardvark', account: 'Globex', ...late })
    await story.as('dana@vendor.example')('PATCH', `/projects/${done}`, { project_state: 'Completed' })
    const { get } = pageBrowser(story)
    const shown = async (query: string, base = '/projects') => names((await get(`${base}?${query}`)).text)
    expect(await shown(`owner=${people.lee.uuid}`)).toEqual(['Zebra'])
    expect(await shown(`account=${accounts.globex.uuid}`)).toEqual(['Aardvark', 'Zebra'])
    expect(await shown('state=Late')).toContain('Aardvark')
    expect(await shown('state=Late')).not.toContain('Done late')
    expect((await shown('sort=due')).slice(0, 2)).toEqual(['Aardvark', 'Done late'])
    expect((await shown('sort=name')).at(-1)).toBe('Zebra')
    // A customer's list has neither.
    const theirs = await get(
      `/portal/projects?as=casey@acme.example&account=${accounts.globex.uuid}&state=Late`,
    )
    expect(theirs.text).toContain('Acme Corp – Standard Onboarding')
    expect(theirs.text).not.toContain('All owners')
    expect(theirs.text).not.toContain('Globex')
  })

  test('a person finds their open tasks, and a customer only what they may see', async () => {
    const story = await begin(engine)
    const dana = pageBrowser(story)
    const tasks = names((await dana.get('/my-tasks')).text)
    expect(tasks).toContain('Hand over to customer success')
    const casey = names((await dana.get('/portal/my-tasks')).text)
    expect(casey).toContain('Export your data')
    const { uuid } = await demoTask(story, 'Export your data')
    await story.as('dana@vendor.example')('PATCH', `/tasks/${uuid}`, { is_internal: true })
    expect(names((await dana.get('/portal/my-tasks')).text)).not.toContain('Export your data')
  })
})

describe('the pages', () => {
  test('a project is created by a form, which says what is wrong with it', async () => {
    const story = await begin('sqlite')
    const { accounts, people, playbooks } = story.service.demo
    const { get, post } = pageBrowser(story, 'lee@vendor.example')
    const { text } = await get('/projects/new')
    expect(text).toContain('Standard Onboarding (35 days)')
    const asked = {
      form_key: 'new-project',
      name: ' Globex – second site ',
      account: accounts.globex.uuid,
      playbook_uuid: playbooks.published,
      start_date: '2026-12-01',
      due_date: '',
      project_owner: people.lee.uuid,
    }
    const early = await post('/projects/new', { ...asked, due_date: '2026-11-01' })
    expect(early).toMatchObject(refusedWith('Must be on or after start_date.'))
    const nobody = await post('/projects/new', { ...asked, project_owner: people.casey.uuid })
    expect(nobody).toMatchObject(refusedWith('Project owner invalid.'))
    const { status, location } = await post('/projects/new', asked)
    expect([status, location]).toEqual([303, expect.stringMatching(/^\/projects\/[0-9a-f-]{36}$/)])
    const made = await get(location)
    expect(made.text).toContain('Globex – second site</h1>')
    expect(made.text).toContain('Jan 5, 2027')
    expect((await get('/portal/projects/new?as=casey@acme.example')).status).toBe(404)
  })

  test('know no address with a NUL in it', async () => {
    const { get } = pageBrowser(await begin('sqlite'))
    for (const path of ['/projects?q=%00', '/projects/%00', '/people?q=a%00'])
      expect((await get(path)).status, path).toBe(404)
  })
})
