import { describe, expect, test } from 'vitest'
import { begin, engines } from '../harness.ts'
import { plainBrowser as browser } from './page-browser.ts'
import { linkFor, password, enter } from '../support/signing-in.ts'

describe.each(engines)('the settings and the sign-in on %s', (engine) => {
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

  test('a receiver is one row, however it is spelt and whatever it hears, and goes at once', async () => {
    const story = await begin(engine)
    const hook = 'http://receiver.example/hooks/the-secret'
    for (const hook_url of [hook, 'HTTP://Receiver.example:80/hooks/the-secret#part'])
      for (const event_code of ['comment_new', 'task_completed'])
        await story.call('POST', '/v1/webhooks', { event_code, hook_url })
    const webhook = { topic: 'add_project_note', address: hook }
    expect((await story.call('POST', '/v1/admin/webhook/create', { webhook })).status).toBe(200)
    await story.call('POST', '/v1/webhooks', { event_code: 'comment_new', hook_url: `${hook}/other` })
    const { get, post } = browser(story)
    const rows = async () =>
      [...(await get('/settings')).text.matchAll(/<p class="hint">(\w+(?:, \w+)*)<\/p>/g)].map(
        ([, events]) => events,
      )
    expect(await rows()).toEqual(['comment_new, task_completed, add_project_note', 'comment_new'])
    const [, path = ''] =
      /action="(\/settings\/receivers\/[^"]+\/end)"/.exec((await get('/settings')).text) ?? []
    expect((await post(path)).status).toBe(303)
    expect(await rows()).toEqual(['comment_new'])
  })
})

describe('the settings and the sign-in', () => {
  test('a removed subscription hears nothing more, and its secret is not shown', async () => {
    const story = await begin('sqlite')
    const hook = 'http://127.0.0.1:9/hooks/the-secret'
    await story.call('POST', '/v1/webhooks', { event_code: 'comment_new', hook_url: hook })
    const { get, post } = browser(story)
    const { text } = await get('/settings')
    expect(text).toContain('http://127.0.0.1:9/hooks/…')
    expect(text).not.toContain('the-secret')
    const path = /action="(\/settings\/receivers\/[^"]+\/end)"/.exec(text)?.[1] ?? ''
    expect((await post(path, {})).status).toBe(303)
    expect((await get('/settings')).text).toContain('No webhooks yet.')
  })

  test('where people sign in, nobody chooses who they are', async () => {
    const story = await begin('sqlite', { openPages: false })
    const { projectUuid } = story.service.demo
    const path = `/projects/${projectUuid}`
    const { get, post, forge } = browser(story)
    const sent = await get(`${path}?as=dana@vendor.example`)
    expect([sent.status, sent.headers.get('location')?.split('?')[0]]).toEqual([303, '/sign-in'])
    const admin = browser(story)
    await enter(admin, story)
    const dana = { email: 'dana@vendor.example', password, to: path }
    const guessed = await post('/sign-in', { ...dana, password: 'guess' })
    expect([guessed.status, guessed.text.includes('value="dana@vendor.example"')]).toEqual([401, true])
    expect(guessed.text).not.toContain('guess')
    expect((await post('/sign-in', { ...dana, email: 'casey@acme.example' })).status).toBe(401)
    expect((await post('/sign-in', dana, {})).status).toBe(403)
    const away = await post('/sign-in', { ...dana, to: '//evil.example' })
    expect(away.headers.get('location')).toBe('/projects')
    const { text } = await get(`${path}?as=lee@vendor.example`)
    expect(text).toContain('Sign out')
    expect(text).toContain('Comment as Dana')
    expect((await get('/portal/projects')).status).toBe(303)
    const wayIn = await linkFor(admin, story.service.demo.people.casey.uuid)
    forge('')
    expect((await post(wayIn.slice(0, -1))).status).toBe(401)
    expect((await post(wayIn)).status).toBe(303)
    expect((await get(`/portal/projects/${projectUuid}`)).text).toContain('Comment as Casey')
    expect((await get(path)).status).toBe(303)
  })
})
