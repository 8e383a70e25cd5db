import { describe, expect, test } from 'vitest'
import { begin, created, engines, type Story, taskNamed } from './harness.ts'

interface Shown {
  status: number
  text: string
  headers: Headers
}

/** As a browser does: the cookie of the page before, and where the request comes from. */
const browser = (story: Story) => {
  let cookie = ''
  const send = async (path: string, init: RequestInit = {}): Promise<Shown> => {
    const response = await fetch(story.url + path, {
      redirect: 'manual',
      ...init,
      headers: { ...(cookie && { cookie }), ...(init.headers as Record<string, string>) },
    })
    cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? cookie
    return { status: response.status, text: await response.text(), headers: response.headers }
  }
  return {
    get: (path: string, headers: Record<string, string> = {}) => send(path, { headers }),
    post: (
      path: string,
      form: Record<string, string>,
      headers: Record<string, string> = { origin: story.url },
    ) => send(path, { method: 'POST', body: new URLSearchParams(form), headers }),
    forge: (changed: string) => {
      cookie = changed
    },
    cookie: () => cookie,
  }
}

const actingAs = (text: string) => /<option value="([^"]+)" selected>/.exec(text)?.[1]

describe.each(engines)('pages on %s', (engine) => {
  test('the vendor’s page shows the whole project, the portal nothing internal', async () => {
    const story = await begin(engine)
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
    const story = await begin(engine)
    const nasty = `<script>alert(1)</script> " onload='x' <!channel> https://x.example/?a="><b>&c`
    const project = await created(story, { name: nasty.slice(0, 150) })
    const task = await taskNamed(story, project, 'Map the fields')
    await story.call('POST', `/v1/tasks/${task.uuid}/comments`, { message_plain: nasty })
    await story.as('dana@vendor.example')('PATCH', `/tasks/${task.uuid}`, {
      name: nasty.slice(0, 150),
      detail: nasty,
    })
    for (const path of [`/projects/${project}`, `/portal/projects/${project}`, '/projects']) {
      const { text } = await browser(story).get(path)
      expect(text).toContain('&lt;script&gt;')
      expect(text).not.toMatch(/<script>|<b>|" onload=|<!channel>/)
    }
  })

  test('a form without script does its work and leads back to the page', async () => {
    const story = await begin(engine)
    const { projectUuid } = story.service.demo
    const task = await taskNamed(story, projectUuid, 'Map the fields')
    const { get, post } = browser(story)
    const base = `/portal/projects/${projectUuid}`
    const { status, headers } = await post(`${base}/act/comment/${task.uuid}`, {
      message_plain: 'From the portal',
    })
    expect([status, headers.get('location')]).toEqual([303, base])
    expect((await get(base)).text).toContain('From the portal')
    const after = await taskNamed(story, projectUuid, 'Map the fields')
    expect(after.comments).toMatchObject([
      { message_plain: 'From the portal', created_by_name: 'Casey Jones' },
    ])
  })

  test('answers of a form become the subtask’s response', async () => {
    const story = await begin(engine)
    const { projectUuid } = story.service.demo
    const { post } = browser(story)
    const act = (uuid: string | undefined, form: Record<string, string>) =>
      post(`/portal/projects/${projectUuid}/act/subtask/${uuid}`, { status: 'Completed', ...form })
    const [, orders, rows] = (await taskNamed(story, projectUuid, 'Export your data')).subtasks
    await act(orders?.uuid, {})
    await act(rows?.uuid, { 'answer.customers': '1204', 'answer.orders': '88000' })
    const channel = (await taskNamed(story, projectUuid, 'Tell us about your team')).subtasks[2]
    await act(channel?.uuid, { 'answer.channel': 'Slack' })
    const { subtasks } = await taskNamed(story, projectUuid, 'Export your data')
    expect(subtasks[2]?.action_response).toEqual({ customers: '1204', orders: '88000' })
    expect(
      (await taskNamed(story, projectUuid, 'Tell us about your team')).subtasks[2]?.action_response,
    ).toBe('Slack')
  })

  test('a refusal is shown on the page, with its reason', async () => {
    const story = await begin(engine)
    const { projectUuid } = story.service.demo
    const team = await taskNamed(story, projectUuid, 'Tell us about your team')
    const path = `/projects/${projectUuid}/act/task-status/${team.uuid}`
    const { status, text } = await browser(story).post(path, { status: 'Completed' })
    expect(status).toBe(422)
    expect(text).toContain('Every subtask of this task must be answered first.')
  })

  test('a form of another site, or of no browser, does nothing', async () => {
    const story = await begin(engine)
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

  test('the switch remembers who acts, and a forged cookie is nobody', async () => {
    const story = await begin(engine)
    const { projectUuid, people } = story.service.demo
    const { get, forge, cookie } = browser(story)
    const path = `/projects/${projectUuid}`
    expect(actingAs((await get(path)).text)).toBe('dana@vendor.example')
    expect(actingAs((await get(`${path}?as=lee@vendor.example`)).text)).toBe('lee@vendor.example')
    expect(actingAs((await get(path)).text)).toBe('lee@vendor.example')
    expect(cookie()).toContain(people.lee.uuid)
    forge(`vendor-person=${people.sam.uuid}`)
    expect(actingAs((await get(path)).text)).toBe('dana@vendor.example')
    expect(actingAs((await get(`${path}?as=casey@acme.example`)).text)).toBe('dana@vendor.example')
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
    const task = await taskNamed(story, projectUuid, 'Map the fields')
    await story.call('POST', `/v1/tasks/${task.uuid}/comments`, { message_plain: 'News' })
    const fresh = await get(`/projects/${projectUuid}/live?v=${version}`)
    expect(fresh.status).toBe(200)
    expect(fresh.text).toContain('News')
    expect(fresh.text).not.toContain('<html')
  })

  test('pages may be framed by pages of this machine alone, and run no script of others', async () => {
    const story = await begin(engine)
    const { headers } = await browser(story).get('/projects')
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toContain("frame-ancestors 'self' http://127.0.0.1:* http://localhost:*")
    expect(policy).toContain("default-src 'self'")
    for (const asset of ['pico.css', 'htmx.js', 'page.css', 'page.js', 'icon.svg'])
      expect((await browser(story).get(`/assets/${asset}`)).status).toBe(200)
  })

  test('a Vendor Admin makes and ends keys, and nobody else does', async () => {
    const story = await begin(engine)
    const { get, post } = browser(story)
    const made = await post('/settings/keys', { label: 'CRM' })
    const key = /ops_[0-9a-f]{64}/.exec(made.text)?.[0] ?? ''
    const works = async () => (await story.withKey(key)('GET', '/v1/users')).status
    expect(await works()).toBe(200)
    const shown = await get('/settings')
    expect(shown.text).not.toContain(key)
    const end = /action="(\/settings\/keys\/[^"]+\/end)"/g
    const [, newest = ''] = [...shown.text.matchAll(end)].at(-1) ?? []
    expect((await post(newest, {}, {})).status).toBe(403)
    expect((await post(newest, {})).status).toBe(303)
    expect(await works()).toBe(401)
    expect((await post('/settings/keys', { label: ' ' })).status).toBe(422)
    const lee = browser(story)
    expect((await lee.get('/settings?as=lee@vendor.example')).status).toBe(403)
    expect((await lee.post('/settings/keys', { label: 'Mine' })).status).toBe(403)
  })

  test('a removed subscription hears nothing more, and its secret is not shown', async () => {
    const story = await begin(engine)
    const hook = 'http://127.0.0.1:9/hooks/the-secret'
    await story.call('POST', '/v1/webhooks', { event_code: 'comment_new', hook_url: hook })
    const { get, post } = browser(story)
    const { text } = await get('/settings')
    expect(text).toContain('http://127.0.0.1:9/hooks/…')
    expect(text).not.toContain('the-secret')
    const path = /action="(\/settings\/webhooks\/[^"]+\/end)"/.exec(text)?.[1] ?? ''
    expect((await post(path, {})).status).toBe(303)
    expect((await get('/settings')).text).toContain('Nobody is subscribed.')
  })

  test('where people sign in, nobody chooses who they are', async () => {
    const story = await begin(engine, { openPages: false })
    const { projectUuid } = story.service.demo
    const path = `/projects/${projectUuid}`
    const { get, post, forge } = browser(story)
    const sent = await get(`${path}?as=dana@vendor.example`)
    expect([sent.status, sent.headers.get('location')?.split('?')[0]]).toEqual([303, '/sign-in'])
    const dana = { email: 'dana@vendor.example', key: 'demo-api-key', to: path }
    expect((await post('/sign-in', { ...dana, key: 'guess' })).status).toBe(401)
    expect((await post('/sign-in', { ...dana, email: 'casey@acme.example' })).status).toBe(401)
    expect((await post('/sign-in', dana, {})).status).toBe(403)
    const away = await post('/sign-in', { ...dana, to: '//evil.example' })
    expect(away.headers.get('location')).toBe('/projects')
    const { text } = await get(`${path}?as=lee@vendor.example`)
    expect(text).toContain('Sign out')
    expect(text).toContain('Comment as Dana')
    expect((await get('/portal/projects')).status).toBe(303)
    const wayIn = /href="(\/portal\/enter\/[^"]+)"/.exec(text)?.[1]?.replaceAll('&amp;', '&') ?? ''
    forge('')
    expect((await get(wayIn.replace('token=', 'token=x'))).status).toBe(401)
    expect((await get(wayIn)).status).toBe(303)
    expect((await get(`/portal/projects/${projectUuid}`)).text).toContain('Comment as Casey')
    expect((await get(path)).status).toBe(303)
  })

  test('an address that leads nowhere says so as a page', async () => {
    const story = await begin(engine)
    const { status, text, headers } = await browser(story).get(
      '/projects/f0f0f0f0-0000-4000-8000-000000000000',
      {
        accept: 'text/html',
      },
    )
    expect([status, headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8'])
    expect(text).toContain('Project not found.')
  })
})
