import { describe, expect, test } from 'vitest'
import { people } from '../../../src/service/demo/organization.ts'
import { begin, created, engines } from '../harness.ts'
import { holdOrganizations, makeAdmin, untilWaiting } from '../support/database.ts'
import { pageBrowser, refusedWith } from './page-browser.ts'

const nora = { first_name: 'Nora', last_name: 'Ek', email: 'Nora@Vendor.example', role: 'Vendor User' }

const uuidOf = (text: string, name: string) =>
  new RegExp(`/people/([^/"]+)/(?:de)?activate[^>]*><button[^>]*ctivate ${name}"`).exec(text)?.[1] ?? ''

describe.each(engines)('pages of people on %s', (engine) => {
  test('a new user owns projects until deactivated, and again when activated', async () => {
    const story = await begin(engine)
    const { get, post } = pageBrowser(story)
    expect((await post('/people/users', nora)).status).toBe(303)
    const create = () => created(story, { project_owner: 'nora@vendor.example' })
    await create()
    const uuid = uuidOf((await get('/people')).text, 'Nora Ek')
    expect((await post(`/people/${uuid}/deactivate`)).status).toBe(303)
    expect((await get('/people')).text).toContain('Deactivated')
    await expect(create()).rejects.toThrow('Project owner invalid.')
    const theirs = story.as('nora@vendor.example')('GET', `/projects/${await created(story)}`)
    expect((await theirs).status).toBe(422)
    await post(`/people/${uuid}/activate`)
    await create()
  })

  test('a new account and its contact are part of a new project', async () => {
    const story = await begin(engine)
    const { get, post } = pageBrowser(story)
    expect((await post('/people/accounts', { name: ' Hooli <Inc> ' })).status).toBe(303)
    const { text } = await get('/people')
    expect(text).toContain('Hooli &lt;Inc&gt;')
    const account = /<h2><bdi>Hooli[^]*?name="account" value="([^"]+)"/.exec(text)?.[1] ?? ''
    const gavin = { first_name: 'Gavin', last_name: '', email: 'gavin@hooli.example', account }
    expect((await post('/people/contacts', gavin)).status).toBe(303)
    await created(story, { account: 'Hooli <Inc>', customer_users: ['gavin@hooli.example'] })
    await expect(created(story, { customer_users: ['gavin@hooli.example'] })).rejects.toThrow(
      'Customer user not found',
    )
  })

  test('people and accounts are searched, and shown a page at a time', async () => {
    const story = await begin(engine)
    const { get, post } = pageBrowser(story)
    for (let at = 10; at < 34; at += 1) {
      await post('/people/accounts', { name: `Account ${at}` })
      await post('/people/users', { ...nora, last_name: `Ek ${at}`, email: `nora${at}@vendor.example` })
    }
    const { text } = await get('/people')
    expect(text).toContain('1–25 of 28')
    expect(text).toContain('1–25 of 27')
    expect((await get('/people?page=2')).text).toContain('Initech')
    expect((await get('/people?team=2')).text).toContain('nora33@vendor.example')
    const found = (await get('/people?q=ROBIN')).text
    expect(found).toContain('Globex')
    expect(found).not.toMatch(/<h2><bdi>(Acme|Account)/)
    expect((await get('/people?q=zz')).text).toContain('No matching accounts or contacts.')
    expect((await get('/people?q=%25')).text).toContain('No matching accounts or contacts.')
  })

  test('names, addresses, roles and accounts are changed, and the search stays', async () => {
    const story = await begin(engine)
    const { lee, casey } = story.service.demo.people
    const { get, post } = pageBrowser(story)
    const leigh = { first_name: 'Leigh', last_name: 'Wong', email: 'Leigh@vendor.example' }
    const changed = { ...leigh, role: 'Vendor Admin' }
    const { location } = await post(`/people/${lee.uuid}/change?q=le`, changed)
    expect(location).toBe('/people?q=le')
    expect((await get(location)).text).toContain('leigh@vendor.example')
    const admin = pageBrowser(story, 'leigh@vendor.example')
    expect((await admin.get('/settings')).status).toBe(200)
    const { text } = await get('/people')
    const globex = /<h2><bdi>Globex[^]*?name="account" value="([^"]+)"/.exec(text)?.[1] ?? ''
    const moved = { first_name: 'Casey', last_name: 'Jones', email: 'casey@acme.example', account: globex }
    expect((await post(`/people/${casey.uuid}/change`, moved)).status).toBe(303)
    await created(story, { customer_users: ['casey@acme.example'] })
    expect((await post(`/people/accounts/${globex}`, { name: 'Globex Ltd' })).status).toBe(303)
    await created(story, { account: 'Globex Ltd' })
  })
})

describe('pages of people', () => {
  test('the team stands apart from the customers, each contact with their account', async () => {
    const story = await begin('sqlite')
    const { text } = await pageBrowser(story).get('/people')
    const [, team = '', acme = '', globex = '', initech = ''] = text.split('<h2')
    expect(team).toContain('dana@vendor.example')
    expect(team).not.toContain('casey@acme.example')
    expect(acme).toContain('casey@acme.example')
    expect(globex).toContain('robin@globex.example')
    expect(initech).toContain('No contacts yet.')
    expect(uuidOf(text, 'Dana Smith')).toBe('')
    expect(uuidOf(text, 'API User')).toBe('')
  })

  test('what cannot be added is refused with its reason, and what was filled in stays', async () => {
    const story = await begin('sqlite')
    const { post } = pageBrowser(story)
    const refusals: [string, Record<string, string>, string][] = [
      ['users', { ...nora, first_name: ' ' }, 'A first name is required.'],
      ['users', { ...nora, email: 'nora' }, 'Enter an email address.'],
      ['users', { ...nora, email: 'LEE@vendor.example' }, 'Somebody already has this email address.'],
      ['users', { ...nora, role: 'API User' }, 'Choose a role.'],
      ['contacts', { ...nora, account: 'nobody' }, 'Choose an account.'],
      ['accounts', { name: 'Globex' }, 'Another account has this name.'],
      ['accounts', { name: '' }, 'A name is required.'],
    ]
    for (const [what, form, words] of refusals)
      expect(await post(`/people/${what}`, form)).toMatchObject(refusedWith(words))
    const taken = { ...nora, form_key: 'new-user', email: 'lee@vendor.example' }
    expect((await post('/people/users', taken)).text).toContain('value="Nora"')
  })

  test('a change of a person or an account is refused with its reason', async () => {
    const story = await begin('sqlite')
    const { lee, dana, api } = story.service.demo.people
    const { get, post } = pageBrowser(story)
    const form = { first_name: 'L', last_name: 'W', email: 'dana@vendor.example', role: 'Vendor User' }
    expect((await post(`/people/${dana.uuid}/change`, form)).text).toContain(
      'You can&#39;t change your own role.',
    )
    const taken = await post(`/people/${lee.uuid}/change`, { ...form, form_key: `person-${lee.uuid}` })
    expect(taken.text).toContain('>Somebody already has this email address.</small>')
    const globex = /<h2><bdi>Globex[^]*?name="account" value="([^"]+)"/.exec((await get('/people')).text)?.[1]
    expect((await post(`/people/accounts/${globex}`, { name: 'Initech' })).text).toContain(
      'Another account has this name.',
    )
    expect((await post(`/people/${api.uuid}/change`, form)).status).toBe(404)
    expect((await post(`/people/accounts/${lee.uuid}`, { name: 'x' })).status).toBe(404)
    const sam = pageBrowser(story, 'sam@vendor.example')
    expect((await sam.post(`/people/${lee.uuid}/change`, form)).status).toBe(403)
    expect((await sam.post(`/people/accounts/${globex}`, { name: 'x' })).status).toBe(403)
  })

  test('an admin deactivates neither oneself nor the API user', async () => {
    const story = await begin('sqlite')
    const { dana, api } = story.service.demo.people
    const { post } = pageBrowser(story)
    expect((await post(`/people/${dana.uuid}/deactivate`)).text).toContain(
      'You can&#39;t deactivate yourself.',
    )
    expect((await post(`/people/${api.uuid}/deactivate`)).status).toBe(404)
    expect((await post('/people/f0f0f0f0-0000-4000-8000-000000000000/deactivate')).status).toBe(404)
  })
})

test('of two admins who deactivate each other at once, one remains', async () => {
  const { dana, lee } = people
  const story = await begin('postgres', { prepare: makeAdmin(lee.uuid) })
  const browsers = [dana, lee].map(({ email }) => pageBrowser(story, email))
  await Promise.all(browsers.map(({ get }) => get('/people')))
  const release = await holdOrganizations(story)
  const posts = browsers.map(({ post }, at) => post(`/people/${[lee, dana][at]?.uuid}/deactivate`))
  await untilWaiting(story, 2)
  await release()
  const statuses = (await Promise.all(posts)).map(({ status }) => status)
  expect(new Set(statuses)).toEqual(new Set([303, 403]))
})
