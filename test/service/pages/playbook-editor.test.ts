import { describe, expect, test } from 'vitest'
import { begin, created, engines, type Story, treeOf } from '../harness.ts'
import { pageBrowser, refusedWith, valueOf, playbookDesk } from './page-browser.ts'

const begun = { name: 'Quick start', description: 'From nothing', duration_days: '7' }

/** A playbook begun from nothing, and its editor. */
const editor = async (story: Story) =>
  playbookDesk(story, (await pageBrowser(story).post('/playbooks', begun)).location)

const headings = (text: string) =>
  [...text.matchAll(/<h[23] dir="auto">(.*?)<\/h[23]>/g)].map(([, name]) => name)

describe.each(engines)('a playbook on %s', (engine) => {
  test('is begun from nothing, filled, published, and makes a project with its roles and forms', async () => {
    const story = await begin(engine)
    const { path, page, edit, post } = await editor(story)
    expect(await page()).toContain('No modules yet.')
    expect((await post('publish')).text).toContain('Add a task before you publish this playbook.')
    await edit('add-module', { name: 'Only' })
    await edit('add-task', { m: '0', name: 'Ask' })
    await edit('add-subtask', { m: '0', t: '0', name: 'Questions' })
    await edit('add-role', { name: 'Lead' })
    const role = valueOf(await page(), 'role')
    await edit('task', { m: '0', t: '0', name: 'Ask', start_day: '0', due_day: '2', role })
    const at = { m: '0', t: '0', s: '0' }
    const few = { ...at, name: 'Which?', type: 'choice', options: 'One', form_key: 'add-question-0-0-0' }
    const refused = await edit('add-question', few)
    expect(refused.text).toContain('Enter at least two options')
    expect(refused.text).toMatch(/<textarea[^>]*name="options"[^>]*>One<\/textarea>/)
    await edit('add-question', { ...few, options: 'One\r\nTwo\r\n' })
    await edit('add-question', { ...at, name: 'Why?', type: 'text' })
    await edit('up', { ...at, q: '1' })
    await edit('question', { ...at, q: '0', name: 'Why so?', type: 'text' })
    expect((await post('publish')).status).toBe(303)
    const uuid = path.replace('/playbooks/', '')
    const roles = { [role]: ['lee@vendor.example'] }
    const project = await created(story, { playbook_uuid: uuid, task_roles: roles })
    const [task] = (await treeOf(story, project)).modules[0]?.tasks ?? []
    expect(task).toMatchObject({
      assignee_name: 'Lee Wong',
      subtasks: [
        {
          configuration: [
            { key: 'q2', name: 'Why so?', type: 'text' },
            { key: 'q1', name: 'Which?', type: 'choice', options: ['One', 'Two'] },
          ],
        },
      ],
    })
  })

  test('comes back, when it was archived, as a new version', async () => {
    const story = await begin(engine)
    const { post, get } = pageBrowser(story)
    const { archived } = story.service.demo.playbooks
    expect((await get(`/playbooks/${archived}`)).text).not.toContain('>Archive<')
    const draft = (await post(`/playbooks/${archived}/version`)).location
    await post(`${draft}/publish`)
    expect((await get(draft)).text).toContain('Published')
    await created(story, { playbook_uuid: draft.slice('/playbooks/'.length) })
    const lee = pageBrowser(story, 'lee@vendor.example')
    expect((await lee.post(`/playbooks/${archived}/version`)).status).toBe(403)
  })
})

describe('the editor of a playbook', () => {
  test('moves modules, tasks and subtasks, a task beyond its module’s end into the next', async () => {
    const story = await begin('sqlite')
    const { page, edit } = await editor(story)
    for (const name of ['A', 'B']) await edit('add-module', { name })
    for (const name of ['a1', 'a2']) await edit('add-task', { m: '0', name })
    for (const name of ['s1', 's2']) await edit('add-subtask', { m: '0', t: '1', name })
    await edit('down', { m: '0', t: '0' })
    expect(headings(await page())).toEqual(['A', 'a2', 'a1', 'B'])
    await edit('down', { m: '0', t: '1' })
    expect(headings(await page())).toEqual(['A', 'a2', 'B', 'a1'])
    await edit('up', { m: '1' })
    expect(headings(await page())).toEqual(['B', 'a1', 'A', 'a2'])
    await edit('up', { m: '1', t: '0', s: '1' })
    expect([...(await page()).matchAll(/<span dir="auto">(s\d)</g)].map(([, name]) => name)).toEqual([
      's2',
      's1',
    ])
    expect((await edit('up', { m: '0' })).status).toBe(303)
    expect(headings(await page())).toEqual(['B', 'a1', 'A', 'a2'])
    expect((await edit('up', { m: '7' })).status).toBe(404)
  })

  test('renames a role, and takes it from its tasks when it is removed', async () => {
    const story = await begin('sqlite')
    const { page, edit } = await editor(story)
    for (const name of ['Lead', 'Engineer']) await edit('add-role', { name })
    const roles = [...(await page()).matchAll(/name="role" value="([^"]+)"/g)].map(([, uuid]) => uuid ?? '')
    const [lead = '', engineer = ''] = new Set(roles)
    const twice = await edit('rename-role', { role: engineer, name: 'Lead', form_key: `role-${engineer}` })
    expect(twice.text).toContain('Another role has this name.')
    await edit('rename-role', { role: engineer, name: 'Builder' })
    await edit('add-module', { name: 'A' })
    await edit('add-task', { m: '0', name: 'a1' })
    await edit('task', { m: '0', t: '0', name: 'a1', start_day: '0', due_day: '0', role: engineer })
    expect(await page()).toContain('<span><bdi>Builder</bdi></span>')
    await edit('remove-role', { role: engineer })
    expect(await page()).not.toContain('Builder')
    expect(await page()).toContain(lead)
    expect((await edit('remove-role', { role: engineer })).status).toBe(404)
  })

  test('shows what was typed when somebody was quicker, and writes nothing', async () => {
    const story = await begin('sqlite')
    const { page, edit } = await editor(story)
    await edit('add-module', { name: 'A' })
    const mine = { form_key: 'module-0', m: '0', name: 'Mine', portal_name: 'My <words>' }
    const stale = await edit('module', { ...mine, revision: 'of yesterday' })
    expect(stale).toMatchObject(refusedWith('Somebody else changed this draft.'))
    expect(stale.text).toContain('<dd>My &lt;words&gt;</dd>')
    expect(headings(await page())).toEqual(['A'])
  })

  test('is begun under a name of its own, by a Vendor Admin alone', async () => {
    const story = await begin('sqlite')
    const form = { ...begun, name: 'Standard Onboarding', form_key: 'new-playbook' }
    const taken = await pageBrowser(story).post('/playbooks', form)
    expect(taken).toMatchObject(refusedWith('A playbook with this name exists.'))
    expect(taken.text).toContain('>From nothing</textarea>')
    const lee = pageBrowser(story, 'lee@vendor.example')
    expect((await lee.post('/playbooks', begun)).status).toBe(403)
    expect((await lee.get('/playbooks')).text).not.toContain('New playbook')
  })
})
