import { describe, expect, test } from 'vitest'
import { apiKey, begin, engines, type Story } from '../harness.ts'
import { plainBrowser } from './page-browser.ts'
import { addPeople } from '../support/database.ts'
import { invite, password, enter } from '../support/signing-in.ts'

const signedIn = async (story: Story) => {
  const browser = plainBrowser(story)
  await enter(browser, story)
  return browser
}

describe('pages where people sign in', () => {
  test('cannot be framed, kept or sniffed, and their cookie is for this site and https alone', async () => {
    const story = await begin('sqlite', { openPages: false, publicUrl: 'https://onboarding.example' })
    const { post, get } = plainBrowser(story)
    const { headers } = await enter({ post }, story)
    expect(headers.getSetCookie()[0]).toMatch(/^__Host-vendor-session=[\w-]{43};/)
    const flags = (headers.getSetCookie()[0] ?? '').split('; ').slice(1).sort()
    expect(flags).toEqual(['HttpOnly', 'Max-Age=43200', 'Path=/', 'SameSite=Lax', 'Secure'])
    const { body } = await story.call('GET', '/v1/projects')
    expect(JSON.stringify(body)).toContain('"internal_project_url":"https://onboarding.example/projects/')
    const page = (await get('/projects')).headers
    expect(page.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(page.get('content-security-policy')).not.toMatch(/unsafe|https?:/)
    expect(page.get('x-frame-options')).toBe('DENY')
    expect(page.get('cache-control')).toBe('no-store')
    expect(page.get('x-content-type-options')).toBe('nosniff')
    expect(page.get('strict-transport-security')).toContain('max-age=')
  })

  test('their cookie is worth nothing to the API, whoever sends it', async () => {
    const story = await begin('sqlite', { openPages: false })
    const { projectUuid } = story.service.demo
    const { cookie } = await signedIn(story)
    for (const path of [`/app/api/projects/${projectUuid}`, '/v1/projects']) {
      const { status } = await fetch(story.url + path, { headers: { cookie: cookie(), origin: story.url } })
      expect(status).toBe(403)
    }
  })

  test('who is deactivated is out at once, and comes back to where they were', async () => {
    const story = await begin('sqlite', { openPages: false })
    const { lee } = story.service.demo.people
    const dana = await signedIn(story)
    const { get, post } = plainBrowser(story)
    await invite(dana, lee.uuid, { post })
    expect((await get('/playbooks')).status).toBe(200)
    await dana.post(`/people/${lee.uuid}/deactivate`, {})
    const out = await get('/playbooks')
    expect([out.status, out.headers.get('location')]).toEqual([303, '/sign-in?to=%2Fplaybooks'])
    const again = { email: 'lee@vendor.example', password, to: '/playbooks' }
    expect((await post('/sign-in', again)).status).toBe(401)
    await dana.post(`/people/${lee.uuid}/activate`, {})
    expect((await get('/playbooks')).status).toBe(303)
    expect((await post('/sign-in', again)).headers.get('location')).toBe('/playbooks')
    const live = await fetch(`${story.url}/projects/${story.service.demo.projectUuid}/live?v=0`, {
      headers: { 'hx-request': 'true' },
    })
    expect(live.headers.get('hx-redirect')).toBe('/sign-in')
  })
})

describe.each(engines)('pages on %s', (engine) => {
  test('are found by everybody, however many people there are', async () => {
    const named = { first_name: 'P', last_name: '' }
    const many = Array.from({ length: 620 }, (_, at) => ({ ...named, email: `p${at}@vendor.example` }))
    const story = await begin(engine, { prepare: addPeople(many), openPages: false })
    const { get, post } = plainBrowser(story)
    await invite(await signedIn(story), 'f0000000-0000-4000-8000-000000000619', { post })
    const { status, text } = await get(`/projects/${story.service.demo.projectUuid}`)
    expect([status, text.includes('Comment as P')]).toEqual([200, true])
  })
})

describe('an address that no page has', () => {
  test('is a page for a browser, and the documented form for a program', async () => {
    const story = await begin('sqlite')
    const ask = async (path: string, accept?: string, method = 'GET') => {
      const response = await fetch(story.url + path, {
        method,
        headers: { authorization: `Bearer ${apiKey}`, ...(accept && { accept }) },
      })
      return [response.status, response.headers.get('content-type')?.split(';')[0], await response.text()]
    }
    const browser = 'text/html,application/xhtml+xml,*/*;q=0.8'
    const [status, type, text] = await ask('/nowhere?x=1', browser)
    expect([status, type]).toEqual([404, 'text/html'])
    expect(text).toContain('There is no page at this URL.')
    expect(text).toContain('href="/projects"')
    for (const [path, accept, method] of [
      ['/nowhere', undefined, 'GET'],
      ['/nowhere', 'application/json', 'GET'],
      ['/nowhere', browser, 'POST'],
      ['/v1/nowhere', browser, 'GET'],
      ['/app/api/nowhere', browser, 'GET'],
    ] as const)
      expect((await ask(path, accept, method)).slice(0, 2), path).toEqual([404, 'application/json'])
  })

  test('and what goes wrong for a browser is a page too', async () => {
    const story = await begin('sqlite')
    const send = (headers: Record<string, string>) =>
      fetch(`${story.url}/sign-in`, {
        method: 'POST',
        headers: { origin: story.url, 'content-type': 'application/x-www-form-urlencoded', ...headers },
        body: `email=${'x'.repeat(1_100_000)}`,
      })
    const page = await send({ accept: 'text/html' })
    expect([page.status, page.headers.get('content-type')]).toEqual([413, 'text/html; charset=utf-8'])
    expect(await page.text()).toContain('That was too large.')
    const place = await send({ accept: 'text/html', 'hx-request': 'true' })
    expect([place.status, place.headers.get('x-refusal')]).toEqual([413, '1'])
    expect((await send({})).headers.get('content-type')).toContain('application/json')
  })

  test('says in place what cannot be shown in place', async () => {
    const story = await begin('sqlite')
    const response = await fetch(`${story.url}/playbooks/${'0'.repeat(8)}/publish`, {
      method: 'POST',
      headers: {
        'hx-request': 'true',
        origin: story.url,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: '',
    })
    expect([response.status, response.headers.get('x-refusal'), await response.text()]).toEqual([
      404,
      '1',
      'Playbook not found.',
    ])
  })
})
