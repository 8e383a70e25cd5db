import { describe, expect, test } from 'vitest'
import { begin, engines, receiver, subscribe, treeOf } from './harness.ts'
import { pageBrowser } from './page-browser.ts'
import { invite, linkFor, setUp } from './support/signing-in.ts'
import { demoTask, desk } from './project-desk.ts'
import { addComments } from './support/rows.ts'

describe.each(engines)('the page of a project on %s', (engine) => {
  test('modules, tasks and subtasks are added, edited and taken away, and subscribers hear of it', async () => {
    const story = await begin(engine)
    const { projectUuid, people } = story.service.demo
    const { act } = desk(story)
    const hook = await receiver()
    const events = ['module_created', 'task_created', 'task_updated', 'subtask_created', 'task_deleted']
    await subscribe(story, hook.url, ...events)
    await act('add-module', projectUuid, { name: ' Aftercare ' })
    const module = (await treeOf(story, projectUuid)).modules.at(-1)
    expect(module?.name).toBe('Aftercare')
    expect((await act('add-task', module?.uuid ?? '', { name: 'Call' })).status).toBe(303)
    const made = await demoTask(story, 'Call')
    const changed = {
      name: 'Call them',
      detail: 'By phone',
      due_date: '2026-12-24',
      assignee: people.lee.uuid,
    }
    await act('edit-task', made.uuid, { ...changed, is_internal: 'on' })
    const back = await act('add-subtask', made.uuid, { name: 'Dial', of: made.uuid })
    expect(back.location).toBe(`/projects/${projectUuid}/edit/task/${made.uuid}`)
    expect(await demoTask(story, 'Call them')).toMatchObject({
      is_internal: true,
      due_date: '2026-12-24',
      assignee_name: 'Lee Wong',
      subtasks: [{ name: 'Dial' }],
    })
    await act('delete-task', made.uuid)
    await act('archive-module', module?.uuid ?? '')
    expect((await treeOf(story, projectUuid)).modules.map(({ name }) => name)).not.toContain('Aftercare')
    expect((await hook.until(5)).map((event) => event.event_name)).toEqual(events)
  })

  test('the last twenty comments of a task are shown, the others are a page away', async () => {
    const before = await begin(engine)
    const { uuid: task } = await demoTask(before, 'Map the fields')
    await before.stop()
    await addComments(before, task, 130)
    const story = await begin(engine, { databaseUrl: before.databaseUrl })
    const { page, base } = desk(story)
    const { text } = await page()
    expect([text.includes('Number 109.'), text.includes('Number 110.')]).toEqual([false, true])
    expect(text).toContain('130 comments')
    const { get } = pageBrowser(story)
    const older = await get(`${base}/comments/${task}?page=2`)
    expect(older.text).toContain('101–130 of 130')
    expect([older.text.includes('Number 29.'), older.text.includes('Number 30.')]).toEqual([true, false])
    expect((await get(`/portal${base}/comments/${task}`)).text).toContain('Number 129.')
  })

  test('it says who was invited and when; a Vendor Admin makes the way in there', async () => {
    const story = await begin(engine, { openPages: false, now: () => Date.parse('2026-11-23T09:30:00Z') })
    const { projectUuid, people } = story.service.demo
    const browser = pageBrowser(story)
    await setUp(browser)
    const page = `/projects/${projectUuid}`
    expect((await browser.get(page)).text).toContain('Not invited yet')
    await browser.post(`${page}/act/invite/${projectUuid}`, { person: people.casey.uuid })
    const { text } = await browser.get(page)
    expect(text).toContain('1 invited')
    expect(text).toContain('Nov 23, 09:30 UTC')
    expect(await linkFor(browser, projectUuid, people.casey.uuid)).toMatch(/^\/enter\/[\w-]{43}$/)
    expect(await linkFor(browser, projectUuid, people.robin.uuid)).toBe('')
    expect(text).not.toContain('robin@globex.example')
    const refused = await browser.post(`${page}/act/invite/${projectUuid}`, { person: people.robin.uuid })
    expect([refused.status, refused.text.includes('Choose one of this customer&#39;s contacts.')]).toEqual([
      422,
      true,
    ])
    const lee = pageBrowser(story)
    await invite(browser, people.lee.uuid, lee)
    expect((await lee.get(page)).text).not.toContain('Create a sign-in link')
    expect(await linkFor(lee, projectUuid, people.casey.uuid)).toBe('')
  })
})
