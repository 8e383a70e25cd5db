import { describe, expect, test } from 'vitest'
import { begin, treeOf, say, demoTask } from '../harness.ts'
import { pageBrowser, refusedWith, valueOf, desk } from './page-browser.ts'

describe('the forms of a project’s page', () => {
  test('what somebody changed meanwhile is not overwritten, and what was typed is shown beside it', async () => {
    const story = await begin('sqlite')
    const { sheet, act, base } = desk(story)
    const task = await demoTask(story)
    const shown = (await sheet('task', task.uuid)).text
    const seen = valueOf(shown, 'seen')
    await story.as('lee@vendor.example')('PATCH', `/tasks/${task.uuid}`, { detail: 'Lee was here' })
    const blank = { form_key: `task-${task.uuid}`, due_date: '', assignee: '' }
    const mine = { ...blank, seen, name: 'Mine', detail: 'My words' }
    const refused = await act('edit-task', task.uuid, mine)
    expect(refused).toMatchObject(refusedWith('Somebody else changed this.'))
    expect(refused.text).toContain('<dd>My words</dd>')
    expect(refused.text).not.toMatch(/<dd>[0-9a-f]{8}-/)
    expect(refused.text).toContain('>Lee was here</textarea>')
    expect((await demoTask(story)).name).toBe('Map the fields')
    const again = await act('edit-task', task.uuid, { ...mine, seen: valueOf(refused.text, 'seen') })
    expect(again.location).toBe(base)

    const comment = (await demoTask(story, 'Export your data')).comments[0]
    const edit = { message_plain: 'Changed', seen: 'of yesterday' }
    expect((await act('edit-comment', comment?.uuid ?? '', edit)).status).toBe(422)
  })

  test('a refusal is shown beside its field, with what was typed', async () => {
    const story = await begin('sqlite')
    const { act } = desk(story)
    const { projectUuid, people } = story.service.demo
    const key = `project-${projectUuid}`
    const form = { form_key: key, name: 'Renamed', description: 'Kept <b>', owner: people.lee.uuid }
    const early = await act('edit-project', projectUuid, { ...form, due_date: '2020-01-01' })
    const error = `<small class="error" id="${key}-due_date-error" role="alert">`
    expect(early).toMatchObject(refusedWith(`${error}The due date must be on or after the start date.`))
    expect(early.text).toContain('>Kept &lt;b&gt;</textarea>')
    expect(early.text).toContain('value="2020-01-01"')
    const right = { ...form, due_date: '2097-01-01' }
    const customer = await act('edit-project', projectUuid, { ...right, owner: people.casey.uuid })
    expect(customer.text).toContain('Choose somebody on your team.')
    expect((await act('edit-project', projectUuid, right)).status).toBe(303)
    const { project } = await treeOf(story, projectUuid)
    const renamed = { name: 'Renamed', due_date: '2097-01-01', owner: { full_name: 'Lee Wong' } }
    expect(project).toMatchObject(renamed)
  })

  test('an input names its hint, and with an error both, for screen readers', async () => {
    const story = await begin('sqlite')
    const { act, sheet } = desk(story)
    const [module] = (await treeOf(story, story.service.demo.projectUuid)).modules
    const key = `module-${module?.uuid}`
    const field = `${key}-portal_name`
    const shown = (await sheet('module', module?.uuid ?? '')).text
    expect(shown).toMatch(new RegExp(`<input id="${field}"[^>]* aria-describedby="${field}-hint">`))
    expect(shown).toContain(`id="${field}-hint">Leave empty to use the same name.</small>`)
    expect(shown).toMatch(new RegExp(`<input id="${key}-name"(?![^>]*describedby)`))
    const form = { form_key: key, seen: valueOf(shown, 'seen'), name: 'Go-live' }
    const refused = await act('edit-module', module?.uuid ?? '', { ...form, portal_name: 'x'.repeat(151) })
    const described = `aria-invalid="true" aria-describedby="${field}-hint ${field}-error">`
    expect(refused).toMatchObject(refusedWith(described))
    expect(refused.text).toContain(`id="${field}-error" role="alert">`)
  })

  test('a customer sees none of it, and may send none of it', async () => {
    const story = await begin('sqlite')
    const { projectUuid } = story.service.demo
    const task = await demoTask(story)
    const { get, post } = pageBrowser(story)
    const base = `/portal/projects/${projectUuid}`
    expect((await get(base)).text).not.toMatch(/Add a task|Add a module|Edit task|Invitations|\/edit\//)
    expect((await get(`${base}/edit/task/${task.uuid}`)).status).toBe(404)
    const forms: [string, string, Record<string, string>][] = [
      ['add-module', projectUuid, { name: 'x' }],
      ['delete-task', task.uuid, {}],
      ['no-answer-needed', task.uuid, {}],
      ['edit-task', task.uuid, { name: 'x', detail: '', due_date: '', assignee: '' }],
      ['add-subtask', task.uuid, { name: 'x', of: task.uuid }],
    ]
    for (const [action, object, form] of forms)
      expect([403, 422]).toContain((await post(`${base}/act/${action}/${object}`, form)).status)
    expect(await demoTask(story)).toEqual(task)
  })

  test('what was written in Slack is shown as its author’s, and stays as it was written', async () => {
    const story = await begin('sqlite')
    const { uuid: task } = await demoTask(story)
    const fromSlack = ['Dana Smith (Slack): Done: all of it.', 'Robin (Globex, Slack): From next door']
    await say(story, ...fromSlack, 'Just a program (Slack) at work')
    const casey = story.as('casey@acme.example')
    await casey('POST', `/tasks/${task}/comments`, { message_plain: 'Dana Smith (Slack): not me' })
    const { text } = await desk(story).page()
    const said = [
      ...text.matchAll(
        /class="who"><strong><bdi>(.*?)<\/bdi>(.*?)<time[^]*?class="text"[^>]*><p>(.*?)<\/p>/g,
      ),
    ]
      .map(([, name, marks = '', words]) => [name, marks.replaceAll(/<[^>]*>/g, '').trim(), words])
      .slice(-4)
    expect(said).toEqual([
      ['Dana Smith', 'via Slack', 'Done: all of it.'],
      ['Robin', 'Globex via Slack', 'From next door'],
      ['API User', 'via API', 'Just a program (Slack) at work'],
      ['Casey Jones', 'Customer', 'Dana Smith (Slack): not me'],
    ])
    const { comments } = await demoTask(story)
    expect(comments[0]?.message_plain).toBe('Dana Smith (Slack): Done: all of it.')
  })

  test('an answer stays when the comment it answers is deleted, and says so', async () => {
    const story = await begin('sqlite')
    const { page, act } = desk(story)
    const task = await demoTask(story, 'Export your data')
    const first = task.comments[0]?.uuid ?? ''
    await act('comment', task.uuid, { message_plain: 'An answer', replied_to_comment_uuid: first })
    expect((await page()).text).toContain('The customers are exported.')
    await act('delete-comment', first)
    const { text } = await page()
    expect(text).toContain('An answer')
    expect(text).toContain('Deleted comment')
  })

  test('names of any length, direction and alphabet stay within their place', async () => {
    const story = await begin('sqlite')
    const { act, page } = desk(story)
    const { projectUuid } = story.service.demo
    for (const name of ['👩‍👩‍👧‍👦🎉'.repeat(8), 'شركة الاختبار', 'W'.repeat(150)]) {
      expect((await act('add-module', projectUuid, { name })).status).toBe(303)
      expect((await page()).text).toContain(`dir="auto">${name}</h2>`)
    }
    await say(story, '🎉 Party (Slack): hello')
    expect((await page()).text).toContain('aria-hidden="true">🎉P</span>')
  })
})
