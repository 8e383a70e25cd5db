import { describe, expect, test } from 'vitest'
import { begin, engines, receiver, subscribe, treeOf, demoTask } from '../harness.ts'
import { pageBrowser, refusedWith, valueOf, desk } from './page-browser.ts'
import { addComments } from '../support/database.ts'

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
    const changed = { name: 'Call them', detail: 'By phone', due_date: '2026-12-24', is_internal: 'on' }
    await act('edit-task', made.uuid, { ...changed, assignee: people.lee.uuid })
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
    const story = await begin(engine, { prepare: addComments(130) })
    const { uuid: task } = await demoTask(story)
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

  test('its data fields are shown and edited, and what is wrong stays to be mended', async () => {
    const story = await begin(engine)
    const { projectUuid } = story.service.demo
    const { page, sheet, act, base } = desk(story, 'lee@vendor.example')
    expect((await page()).text).toContain('2 of 4 filled')
    const form = await sheet('fields', projectUuid)
    const inputOf = (label: string) =>
      new RegExp(`>${label}</label>\\s*<\\w+ id="[^"]*" name="([^"]+)"`).exec(form.text)?.[1] ?? ''
    const seen = valueOf(form.text, 'seen')
    const value = inputOf('Contract value \\(USD\\)')
    const numbers = { [inputOf('Main contact phone')]: ' +1 555 <0100> ', [inputOf('Target go-live')]: '' }
    const given = { form_key: `fields-${projectUuid}`, seen, ...numbers }
    const refused = await act('edit-fields', projectUuid, { ...given, [value]: 'much' })
    expect(refused).toMatchObject(refusedWith('Contract value (USD) must be a number.'))
    expect(refused.text).toContain('value=" +1 555 &lt;0100&gt; "')
    expect((await act('edit-fields', projectUuid, { ...given, [value]: '1234.5' })).status).toBe(303)
    const { text } = await page()
    expect(text).toContain('3 of 4 filled')
    expect(text).toContain('+1 555 &lt;0100&gt;')
    expect(text).toContain('1234.5')
    const late = await act('edit-fields', projectUuid, given)
    expect(late).toMatchObject(refusedWith('Somebody else changed this.'))
    const theirs = await pageBrowser(story).get(`/portal${base}`)
    expect(theirs.text).not.toContain('Data fields')
    expect(theirs.text).not.toContain('1234.5')
    const denied = await pageBrowser(story).post(`/portal${base}/act/edit-fields/${projectUuid}`, { seen })
    expect(denied).toMatchObject(refusedWith('Only the vendor&#39;s team can do this.'))
  })
})

describe('the page of a project', () => {
  test('it says who did what, folds finished modules, and offers people by name', async () => {
    const story = await begin('sqlite')
    const { page, base } = desk(story)
    const { modules } = await treeOf(story, story.service.demo.projectUuid)
    const module = modules.find(({ name }) => name === 'Training')
    for (const { uuid } of module?.tasks ?? [])
      await story.as('lee@vendor.example')('PATCH', `/tasks/${uuid}`, { status: 'Completed' })
    await story.call('POST', `/v1/tasks/${module?.tasks[0]?.uuid}/comments`, {
      message_plain: 'By a program',
    })
    const { text } = await page()
    const activity = /<details class="edit" id="activity">.*?<\/details>/s.exec(text)?.[0] ?? ''
    const lines = [...activity.matchAll(/<li><div>(.*?)<\/div>/g)].map(([, line = '']) =>
      line.replaceAll(/<[^>]+>/g, ''),
    )
    expect(lines[0]).toBe('API User commented on Train the administrators')
    expect(lines).toContain('Lee Wong completed Train the first users')
    expect(lines.at(-1)).toBe('Dana Smith created the project')
    expect(text.match(/id="done-/g)).toHaveLength(1)
    expect(text).toContain('2 completed tasks')
    expect(text).toContain('<option value="Sam Okafor">')
    const theirs = await pageBrowser(story).get(`/portal${base}`)
    expect(theirs.text).toContain('<option value="Lee Wong">')
    for (const internal of ['Sam Okafor', 'id="activity"']) expect(theirs.text).not.toContain(internal)
  })
})
