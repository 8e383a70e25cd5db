import { describe, expect, test } from 'vitest'
import { begin, created, engines, taskNamed, demoTask, say } from '../harness.ts'
import { plainBrowser as browser, refusedWith } from './page-browser.ts'

const actingAs = (text: string) => /<option value="([^"]+)" selected>/.exec(text)?.[1]

describe.each(engines)('pages on %s', (engine) => {
  test('answers of a form become the subtask’s response', async () => {
    const story = await begin(engine)
    const { projectUuid } = story.service.demo
    const { post } = browser(story)
    const act = (uuid: string | undefined, form: Record<string, string>) =>
      post(`/portal/projects/${projectUuid}/act/subtask/${uuid}`, { status: 'Completed', ...form })
    const [, orders, rows] = (await demoTask(story, 'Export your data')).subtasks
    await act(orders?.uuid, {})
    await act(rows?.uuid, { 'answer.customers': '1204', 'answer.orders': '88000' })
    const channel = (await demoTask(story, 'Tell us about your team')).subtasks[2]
    await act(channel?.uuid, { 'answer.channel': 'Slack' })
    const { subtasks } = await demoTask(story, 'Export your data')
    expect(subtasks[2]?.action_response).toEqual({ customers: '1204', orders: '88000' })
    expect((await demoTask(story, 'Tell us about your team')).subtasks[2]?.action_response).toBe('Slack')
  })

  test('the portal of an account offers its own contacts alone', async () => {
    const story = await begin(engine)
    const globex = await created(story)
    const initech = await created(story, { account: 'Initech' })
    const { get } = browser(story)
    const page = await get(`/portal/projects/${globex}?as=casey@acme.example`)
    expect(actingAs(page.text)).toBe('robin@globex.example')
    expect((await get(`/portal/projects/${initech}`)).status).toBe(404)
    const list = await get('/portal/projects?as=robin@globex.example')
    expect(list.text).toContain(globex)
    expect(list.text).not.toContain(story.service.demo.projectUuid)
  })

  test('an open page asks for what changed, and gets nothing when nothing did', async () => {
    const story = await begin(engine)
    const { projectUuid } = story.service.demo
    const { get } = browser(story)
    const { text } = await get(`/projects/${projectUuid}`)
    const version = /name="v" value="(\d+)"/.exec(text)?.[1]
    expect((await get(`/projects/${projectUuid}/live?v=${version}`)).status).toBe(204)
    await say(story, 'News')
    const fresh = await get(`/projects/${projectUuid}/live?v=${version}`)
    expect(fresh.status).toBe(200)
    expect(fresh.text).toContain('News')
    expect(fresh.text).not.toContain('<html')
  })
})

describe('pages', () => {
  test('the vendor’s page shows the whole project, the portal nothing internal', async () => {
    const story = await begin('sqlite')
    const { projectUuid } = story.service.demo
    const { get } = browser(story)
    const vendor = await get(`/projects/${projectUuid}`)
    const portal = await get(`/portal/projects/${projectUuid}`)
    expect([vendor.status, portal.status]).toEqual([200, 200])
    expect(vendor.text).toContain('Review the contract for special terms')
    expect(portal.text).toContain('Tell us about your team')
    expect(portal.text).toContain('Going live')
    expect(portal.text).not.toMatch(
      /Review the contract|Rehearse the import|Internal|Complete project|href="\/projects/,
    )
  })

  test('what people wrote is text, whatever it looks like', async () => {
    const story = await begin('sqlite')
    const nasty = `<script>alert(1)</script> " onload='x' <!channel> https://x.example/?a="><b>&c`
    const project = await created(story, { name: nasty.slice(0, 150) })
    const task = await taskNamed(story, project, 'Map the fields')
    await story.call('POST', `/v1/tasks/${task.uuid}/comments`, { message_plain: nasty })
    const words = { name: nasty.slice(0, 150), detail: nasty }
    await story.as('dana@vendor.example')('PATCH', `/tasks/${task.uuid}`, words)
    for (const path of [`/projects/${project}`, `/portal/projects/${project}`, '/projects']) {
      const { text } = await browser(story).get(path)
      expect(text).toContain('&lt;script&gt;')
      expect(text).not.toMatch(/<script>|<b>|" onload=|<!channel>/)
    }
  })

  test('a form without script does its work and leads back to the page', async () => {
    const story = await begin('sqlite')
    const { projectUuid } = story.service.demo
    const task = await demoTask(story)
    const { get, post } = browser(story)
    const base = `/portal/projects/${projectUuid}`
    const said = { message_plain: 'From the portal' }
    const { status, location } = await post(`${base}/act/comment/${task.uuid}`, said)
    expect([status, location]).toEqual([303, base])
    expect((await get(base)).text).toContain('From the portal')
    expect((await demoTask(story)).comments).toMatchObject([{ ...said, created_by_name: 'Casey Jones' }])
  })

  test('a refusal is shown on the page, with its reason', async () => {
    const story = await begin('sqlite')
    const { projectUuid } = story.service.demo
    const team = await demoTask(story, 'Tell us about your team')
    const path = `/projects/${projectUuid}/act/task-status/${team.uuid}`
    const { get, post } = browser(story)
    const missing = '2 of 3 subtasks are answered.'
    for (const [at, answer] of [
      [0, { 'answer.sponsor': 'Casey' }],
      [1, { 'answer.users': 'Up to 20' }],
    ] as const)
      await post(`/projects/${projectUuid}/act/subtask/${team.subtasks[at]?.uuid}`, answer)
    const refused = await post(path, { status: 'Completed' })
    expect(refused).toMatchObject(
      refusedWith(`To complete this task, answer “Preferred channel” first: ${missing}`),
    )
    // The page doesn’t ask “Complete anyway?”: its ✓ leads to the task, which says what is missing.
    const { text } = await get(`/projects/${projectUuid}`)
    expect(text).toContain(missing)
    expect(text).toContain(`<a class="tick" href="#task-${team.uuid}"`)
    expect(text).not.toContain(`id="task-status-${team.uuid}-1"`)
  })

  test('a form of another site, or of no browser, does nothing', async () => {
    const story = await begin('sqlite')
    const { projectUuid } = story.service.demo
    const path = `/projects/${projectUuid}/act/project-state/${projectUuid}`
    const { post } = browser(story)
    const foreign: Record<string, string>[] = [
      {},
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site', origin: story.url },
      { 'sec-fetch-site': 'same-site' },
    ]
    for (const headers of foreign)
      expect((await post(path, { project_state: 'Archived' }, headers)).status).toBe(403)
    const { body } = await story.call('GET', '/v1/projects?project_state=Archived')
    expect((body.data ?? {})['pagination']).toEqual({ total: 0 })
  })

  test('the switch remembers who acts, and a made-up session is nobody', async () => {
    const story = await begin('sqlite')
    const { projectUuid, people } = story.service.demo
    const { get, forge, cookie } = browser(story)
    const path = `/projects/${projectUuid}`
    expect(actingAs((await get(path)).text)).toBe('dana@vendor.example')
    expect(actingAs((await get(`${path}?as=lee@vendor.example`)).text)).toBe('lee@vendor.example')
    expect(actingAs((await get(path)).text)).toBe('lee@vendor.example')
    expect(cookie()).toContain(people.lee.uuid)
    forge(`vendor-session=${people.sam.uuid}`)
    expect(actingAs((await get(path)).text)).toBe('dana@vendor.example')
    expect(actingAs((await get(`${path}?as=casey@acme.example`)).text)).toBe('dana@vendor.example')
  })

  test('pages may be framed by pages of this machine alone, and run no script of others', async () => {
    const story = await begin('sqlite')
    const { headers } = await browser(story).get('/projects')
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toContain("frame-ancestors 'self' http://127.0.0.1:* http://localhost:*")
    expect(policy).toContain("default-src 'self'")
    for (const asset of ['pico.css', 'htmx.js', 'page.css', 'page.js', 'icon.svg'])
      expect((await browser(story).get(`/assets/${asset}`)).status).toBe(200)
  })

  test('an address that leads nowhere says so as a page', async () => {
    const story = await begin('sqlite')
    const path = '/projects/f0f0f0f0-0000-4000-8000-000000000000'
    const { status, text, headers } = await browser(story).get(path, { accept: 'text/html' })
    expect([status, headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8'])
    expect(text).toContain('Project not found.')
  })
})
