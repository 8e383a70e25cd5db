import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { hashOf } from '../../../src/contract/text.ts'
import { begin, engines, type Story, demoTask } from '../harness.ts'
import { desk, plainBrowser, pageBrowser, refusedWith } from './page-browser.ts'
import { invite, linkFor, password, enter } from '../support/signing-in.ts'

const page = '/playbooks'
const hourMs = 3_600_000

/** Dana and Lee are signed in. */
const twoSignedIn = async (story: Story) => {
  const [dana, lee] = [plainBrowser(story), plainBrowser(story)]
  await enter(dana, story)
  await invite(dana, story.service.demo.people.lee.uuid, lee)
  expect([(await dana.get(page)).status, (await lee.get(page)).status]).toEqual([200, 200])
  return { dana, lee }
}

describe.each(engines)('sessions on %s', (engine) => {
  test('what the database keeps of one opens nothing', async () => {
    const story = await begin(engine, { openPages: false })
    const { dana } = await twoSignedIn(story)
    const [name = '', token = ''] = dana.cookie().split('=')
    dana.forge(`${name}=${hashOf(token)}`)
    expect((await dana.get(page)).status).toBe(303)
    dana.forge(`portal-session=${token}`)
    expect((await dana.get('/portal/projects')).status).toBe(303)
  })

  test('last twelve hours, and end at once with the sign-out, the person and a new password', async () => {
    const clock = { now: Date.parse('2026-11-23T09:30:00Z') }
    const story = await begin(engine, { openPages: false, now: () => clock.now })
    const { lee: person } = story.service.demo.people
    const { dana, lee } = await twoSignedIn(story)
    const kept = lee.cookie()
    await lee.post('/sign-out')
    lee.forge(kept)
    expect((await lee.get(page)).status).toBe(303)

    await lee.post('/sign-in', { email: person.email, password })
    const elsewhere = plainBrowser(story)
    await invite(dana, person.uuid, elsewhere)
    expect([(await lee.get(page)).status, (await elsewhere.get(page)).status]).toEqual([303, 200])

    await dana.post(`/people/${person.uuid}/deactivate`)
    expect((await elsewhere.get(page)).status).toBe(303)
    await dana.post(`/people/${person.uuid}/activate`)
    expect((await elsewhere.get(page)).status).toBe(303)

    clock.now += 12 * hourMs
    expect((await dana.get(page)).status).toBe(303)
  })

  test('a link works once, for whom it was made, and not after they were deactivated', async () => {
    const story = await begin(engine, { openPages: false })
    const { people } = story.service.demo
    const { dana, lee } = await twoSignedIn(story)
    expect(await linkFor(lee, people.casey.uuid)).toBe('')
    const link = async () => linkFor(dana, people.casey.uuid)
    const [first, second] = [await link(), await link()]
    expect((await plainBrowser(story).post(first)).status).toBe(401)
    const both = await Promise.all([1, 2].map(() => plainBrowser(story).post(second)))
    expect(both.map(({ status }) => status).sort((a, b) => a - b)).toEqual([303, 401])
    const third = await link()
    await dana.post(`/people/${people.casey.uuid}/deactivate`)
    await dana.post(`/people/${people.casey.uuid}/activate`)
    expect((await plainBrowser(story).post(third)).status).toBe(401)
  })
})

describe('sessions', () => {
  test('whoever knows an API key cannot forge one', async () => {
    const story = await begin('sqlite', { openPages: false })
    const { dana } = story.service.demo.people
    const org = story.service.demo.organizationUuid
    const claim = `${org} ${dana.uuid} ${Date.now() + hourMs}`
    const { forge, get } = plainBrowser(story)
    for (const secret of ['demo-api-key', hashOf('demo-api-key'), hashOf('cookies signed in demo-api-key')]) {
      const signed = `${claim}.${createHmac('sha256', secret).update(claim).digest('base64').replace(/=+$/, '')}`
      for (const value of [signed, secret, dana.uuid, hashOf(dana.uuid)])
        for (const name of ['vendor-session', 'vendor-person', 'vendor-choice']) {
          forge(`${name}=${encodeURIComponent(value)}`)
          expect((await get(page)).status).toBe(303)
        }
    }
  })

  test('a password that is too short leaves the link as it was', async () => {
    const story = await begin('sqlite', { openPages: false })
    const browser = plainBrowser(story)
    const short = await browser.post(story.danasLink, { password: 'short' })
    expect(short).toMatchObject(refusedWith('at least 12 characters'))
    expect((await enter(browser, story)).status).toBe(303)
  })
})

test('whoever signs in comes back to a URL with any letters, and what is encoded stays', async () => {
  const story = await begin('sqlite', { openPages: false })
  const browser = plainBrowser(story)
  await enter(browser, story)
  const to = '/projects?q=%D0%B6ж or\r\nx: y#🚀'
  const shown = await browser.post('/sign-in', { email: 'dana@vendor.example', password, to })
  const location = '/projects?q=%D0%B6%D0%B6%20or%0D%0Ax:%20y#%F0%9F%9A%80'
  expect([shown.status, shown.location]).toEqual([303, location])
})

test('a form on a sheet leads back to it, however the sheet is named', async () => {
  const story = await begin('sqlite')
  const { act, base } = desk(story)
  const { subtasks } = await demoTask(story, 'Tell us about your team')
  const shown = await act('edit-subtask', subtasks[0]?.uuid ?? '', { name: 'New', description: '', of: 'Ж' })
  expect([shown.status, shown.location]).toEqual([303, `${base}/edit/task/%D0%B6`])
})

const dayMs = 86_400_000

test('a team signs in with passwords of their own, a customer by a link that opens the portal alone, once and for a day', async () => {
  const clock = { now: Date.parse('2026-11-23T09:30:00Z') }
  const story = await begin('sqlite', { openPages: false, now: () => clock.now })
  const { projectUuid, people } = story.service.demo
  const [page, portal] = [`/projects/${projectUuid}`, `/portal/projects/${projectUuid}`]
  const dana = pageBrowser(story)
  expect((await dana.get(page)).location).toMatch(/^\/sign-in/)
  await enter(dana, story)
  await dana.post('/sign-out')
  const email = 'dana@vendor.example'
  expect((await dana.post('/sign-in', { email, password: 'another password' })).status).toBe(401)
  expect((await dana.post('/sign-in', { email, password: 'demo-api-key' })).status).toBe(401)
  expect((await dana.post('/sign-in', { email, password })).status).toBe(303)
  const link = await linkFor(dana, people.casey.uuid)
  const customer = pageBrowser(story)
  expect((await customer.get(portal)).status).not.toBe(200)
  expect((await customer.get(link)).text).toContain('Welcome, <bdi>Casey Jones')
  expect((await customer.post(link)).location).toBe('/portal/projects')
  expect((await customer.get(portal)).status).toBe(200)
  expect((await customer.get(page)).status).not.toBe(200)
  expect((await pageBrowser(story).post(link)).status).toBe(401)
  const late = await linkFor(dana, people.casey.uuid)
  clock.now += dayMs
  expect((await pageBrowser(story).get(late)).status).toBe(401)
  expect((await pageBrowser(story).post(late)).status).toBe(401)
})

test('a customer is not told which addresses are somebody’s, when they mention them', async () => {
  const story = await begin('sqlite')
  const { uuid } = await demoTask(story)
  const mention = async (email: string) => {
    const body = { message_plain: `Hello @${email}`, mentions: [email] }
    const answer = await story.as('casey@acme.example')('POST', `/tasks/${uuid}/comments`, body)
    return [answer.status, Object.keys(answer.body.data ?? {}).sort()]
  }
  const known = await mention('sam@vendor.example')
  expect(known[0]).toBe(200)
  expect(await mention('nobody@vendor.example')).toEqual(known)
  expect(await mention('robin@globex.example')).toEqual(known)
})

const dana = 'dana@vendor.example'

test.each([
  ['password1234', 'easy to guess'],
  ['iloveyou1234', 'easy to guess'],
  ['DanaDanaDana', 'easy to guess'],
  ['dana@vendor.example', 'can&#39;t be your email address'],
])('%s is no password for Dana', async (secret, words) => {
  const story = await begin('sqlite', { openPages: false })
  const refused = await plainBrowser(story).post(story.danasLink, { password: secret })
  expect(refused).toMatchObject(refusedWith(words))
})

describe('your account', () => {
  /** Dana, signed in with two browsers. */
  const twice = async () => {
    const story = await begin('sqlite', { openPages: false })
    const [one, other] = [plainBrowser(story), plainBrowser(story)]
    await enter(one, story)
    await other.post('/sign-in', { email: dana, password })
    return { story, one, other }
  }
  test('shows where you are signed in, and ends a session', async () => {
    const { one, other } = await twice()
    const { text } = await one.get('/account')
    const rows = text.split('<li>').slice(1)
    const [away = '', ...more] = rows.filter((row) => !row.includes('This browser'))
    expect([rows.length, more]).toEqual([2, []])
    await one.post(/\/account\/sessions\/[\w-]+\/end/.exec(away)?.[0] ?? '')
    expect([(await one.get(page)).status, (await other.get(page)).status]).toEqual([200, 303])
  })

  test('takes a new password from whoever knows the current one, and ends the other sessions', async () => {
    const { one, other } = await twice()
    const send = (current: string, changed: string) =>
      one.post('/account/password', { form_key: 'password', current, password: changed })
    expect(await send('wrong', 'a new password of mine')).toMatchObject(
      refusedWith('not your current password'),
    )
    expect(await send(password, 'password1234')).toMatchObject(refusedWith('easy to guess'))
    expect((await send(password, 'a new password of mine')).status).toBe(200)
    expect([(await one.get(page)).status, (await other.get(page)).status]).toEqual([200, 303])
    expect((await other.post('/sign-in', { email: dana, password })).status).toBe(401)
    expect((await other.post('/sign-in', { email: dana, password: 'a new password of mine' })).status).toBe(
      303,
    )
    for (let at = 0; at < 11; at++) await send('wrong', 'x')
    expect(await send('a new password of mine', 'another new password')).toMatchObject(
      refusedWith('Too many attempts'),
    )
  })

  test('of a customer has their sessions, and no password', async () => {
    const { story, one } = await twice()
    const casey = plainBrowser(story)
    await casey.post(await linkFor(one, story.service.demo.people.casey.uuid))
    const { text } = await casey.get('/portal/account')
    expect([text.includes('This browser'), text.includes('New password')]).toEqual([true, false])
    expect((await casey.post('/portal/account/password', { current: '', password: '' })).status).toBe(404)
  })
})

test('whoever signs in ends the session that the browser had', async () => {
  const story = await begin('sqlite', { openPages: false })
  const browser = plainBrowser(story)
  await enter(browser, story)
  const before = browser.cookie()
  await browser.post('/sign-in', { email: dana, password })
  expect((await browser.get(page)).status).toBe(200)
  browser.forge(before)
  expect((await browser.get(page)).status).toBe(303)
})
