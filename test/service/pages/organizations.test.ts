import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { addOrganization } from '../../../src/service/changes/organizations.ts'
import { type Database, openDatabase } from '../../../src/service/store/database.ts'
import { freshDatabaseUrl } from '../../support/databases.ts'
import { begin, engines } from '../harness.ts'
import { runMain } from '../../support/run-main.ts'
import { uuidOf } from '../../../src/service/demo/modules.ts'
import { people, playbooks } from '../../../src/service/demo/organization.ts'
import { giveAway } from '../support/database.ts'
import { pageBrowser } from './page-browser.ts'
import { linkFor, password, enter } from '../support/signing-in.ts'
import { partnersAccess, wingtip } from '../../../src/service/demo/partners.ts'

const ada = { name: 'Fabrikam', email: 'ada@fabrikam.example', admin: 'Ada Lovelace' }

const two = async (engine: (typeof engines)[number], openPages: boolean) => {
  let made = { key: '', integrationUuid: '', token: '' }
  const prepare = async (database: Database) => {
    made = await addOrganization(database, ada)
  }
  const story = await begin(engine, { openPages, prepare })
  const browser = pageBrowser(story)
  const { location } = await browser.post(`/enter/${made.token}`, { password })
  expect(location).toBe('/projects')
  return { story, browser, ...made, other: story.withKey(made.key) }
}

const linkIn = (text: string, pattern: RegExp) => pattern.exec(text)?.[0] ?? ''

describe.each(engines)('a further organization on %s', (engine) => {
  test('begins empty, is filled on its own pages, and its URLs open for its own people alone', async () => {
    const { story, browser, other } = await two(engine, false)
    const pages = 'projects playbooks people data-fields deliveries settings report'.split(' ')
    const shown = await Promise.all(pages.map(async (page) => (await browser.get(`/${page}`)).text))
    for (const text of shown) expect(text).not.toMatch(/Acme|Globex|Standard Onboarding|Region|Demo key/)
    expect(shown[2]).toContain('Ada Lovelace')
    expect(shown[5]).toContain('First key')

    await browser.post('/people/accounts', { name: 'Tailspin' })
    const account = linkIn((await browser.get('/people')).text, /(?<=\/people\/accounts\/)[0-9a-f-]{36}/)
    await browser.post('/people/contacts', { first_name: 'Tess', email: 'tess@tailspin.example', account })
    const { location } = await browser.post('/playbooks', { name: 'Theirs', duration_days: '7' })
    const playbook = location.slice('/playbooks/'.length)
    const answer = await other('POST', '/v1/projects', {
      name: 'Tailspin – Theirs',
      playbook_uuid: playbook,
      account: 'Tailspin',
      start_date: '11/23/2096',
      project_owner: ada.email,
      customer_users: ['tess@tailspin.example'],
    })
    expect(answer.status).toBe(200)
    const project = answer.body.data as Record<string, string>
    const [page = '', portal = ''] = ['internal_project_url', 'portal_project_url'].map(
      (name) => new URL(project[name] ?? '').pathname,
    )
    const own = await browser.get(page)
    expect(own.text).toContain('Tailspin – Theirs')
    const tess = pageBrowser(story)
    const tessUuid = linkIn(
      (await browser.get('/people')).text,
      /(?<=tess@tailspin.example[^]*?\/people\/)[0-9a-f-]{36}/,
    )
    await tess.post(await linkFor(browser, tessUuid))
    expect((await tess.get(portal)).text).toContain('Tailspin – Theirs')

    const demo = story.service.demo
    const dana = pageBrowser(story)
    await enter(dana, story)
    const crossing = [
      [dana, page],
      [dana, `/playbooks/${playbook}`],
      [browser, `/projects/${demo.projectUuid}`],
      [browser, `/projects/${demo.projectUuid}/live?v=0`],
      [browser, `/playbooks/${demo.playbooks.published}`],
      [tess, `/portal/projects/${demo.projectUuid}`],
    ] as const
    for (const [who, path] of crossing) {
      const { status, text } = await who.get(path)
      expect([path, status === 404 || status === 204, text.includes('Acme')]).toEqual([path, true, false])
    }
  })
})

const { sam } = people
const region = uuidOf('data field', 'Region')
const { draft } = playbooks

describe.each(engines)('on %s, another organization’s', (engine) => {
  test.each([
    ['data_field', region, '/data-fields', ['archive', 'unarchive']],
    ['person', sam.uuid, '/people', ['deactivate', 'activate', 'link']],
    ['playbook', draft.uuid, '/playbooks', ['version', 'publish', 'archive', 'edit/details']],
  ] as const)('%s is neither shown nor changed', async (table, uuid, page, actions) => {
    const story = await begin(engine, { prepare: giveAway(table, uuid) })
    const { get, post } = pageBrowser(story)
    expect((await get(page)).text).not.toContain(uuid)
    for (const action of actions)
      expect([action, (await post(`${page}/${uuid}/${action}`)).status]).toEqual([action, 404])
  })

  test('playbook has no page', async () => {
    const story = await begin(engine, { prepare: giveAway('playbook', draft.uuid) })
    expect((await pageBrowser(story).get(`/playbooks/${draft.uuid}`)).status).toBe(404)
  })
})

describe('a further organization', () => {
  test('is signed in to also where the demo organization is open to everybody', async () => {
    const { story, browser, key } = await two('sqlite', true)
    const settings = await browser.get('/settings?as=dana@vendor.example')
    expect(settings.text).toContain('Ada Lovelace')
    expect(settings.text).not.toContain('Demo key')
    expect(settings.text).toContain('Sign out')
    expect(settings.text).not.toContain(key)
    await browser.post('/sign-out')
    expect((await pageBrowser(story).get('/projects')).text).toContain('Acme Corp')
  })

  test('has a name of its own, and an admin who can be written to', async () => {
    const { story } = await two('sqlite', false)
    await story.stop()
    await using database = await openDatabase(story.databaseUrl)
    const refused = (changed: Partial<typeof ada>) => addOrganization(database, { ...ada, ...changed })
    await expect(refused({})).rejects.toMatchObject({
      fields: [{ field: 'name', message: 'An organization named Fabrikam already exists.' }],
    })
    await expect(refused({ name: 'Other', email: 'nobody' })).rejects.toMatchObject({
      fields: [{ field: 'email' }],
    })
  })
})

test('the commands print a key and a sign-in link that work, and one line where they cannot', async () => {
  const databaseUrl = await freshDatabaseUrl('sqlite')
  const dataDir = join(databaseUrl.slice('sqlite:'.length), '..')
  const env = { SERVICE_DATABASE_URL: databaseUrl, DATA_DIR: dataDir }
  const run = (...args: string[]) => runMain(['service', ...args], env)
  const made = run('add-organization', ada.name, ada.email, ada.admin)
  expect(made).toMatchObject({ status: 0, stderr: '' })
  expect(run('add-organization', ada.name, ada.email, ada.admin)).toEqual({
    status: 1,
    stdout: '',
    stderr: 'An organization named Fabrikam already exists.\n',
  })
  const wayIn = linkIn(made.stdout, /\/enter\/[\w-]+/)
  const invited = run('invite', ada.email)
  expect(invited).toMatchObject({ status: 0, stderr: '' })
  expect(run('invite', 'nobody@x.example')).toMatchObject({
    status: 1,
    stderr: 'No active team member has the email address nobody@x.example.\n',
  })
  expect(run('invite', ada.email, 'fabrikam').stderr).toBe(
    `Name an organization that ${ada.email} is in: ${ada.name}.\n`,
  )
  expect(run('add-organization')).toMatchObject({
    status: 64,
    stderr: expect.stringMatching(/^Usage: .*\n$/),
  })
  const story = await begin('sqlite', { databaseUrl, openPages: false })
  const browser = pageBrowser(story)
  // A new link replaces the one before.
  expect((await browser.post(wayIn, { password })).status).toBe(401)
  expect((await browser.post(linkIn(invited.stdout, /\/enter\/[\w-]+/), { password })).status).toBe(303)
  expect((await browser.get('/people')).text).toContain('Ada Lovelace')
  const { status, body } = await story.withKey(/ops_\w+/.exec(made.stdout)?.[0] ?? '')('GET', '/v1/projects')
  expect([status, body.data]).toEqual([200, { projects: [], pagination: { total: 0 } }])
})

const names = (list: unknown) => (list as { name: string }[]).map(({ name }) => name)

describe.each(engines)('the second demo organization on %s', (engine) => {
  test('is created once, and not where it was not asked for', async () => {
    const story = await begin(engine, { secondDemo: true })
    await story.stop()
    const { databaseUrl } = story
    const again = await begin(engine, { secondDemo: true, databaseUrl })
    const { body } = await again.withKey(partnersAccess.apiKey)('GET', '/v1/projects')
    expect(names(body.data?.['projects'])).toHaveLength(2)

    const plain = await begin(engine)
    expect((await plain.withKey(partnersAccess.apiKey)('GET', '/v1/projects')).status).toBe(401)
    expect((await pageBrowser(plain).get('/projects?as=nadia@partners.example')).text).toContain('Dana Smith')
  })
})

describe('the second demo organization', () => {
  test('has its own key, integration, people, and projects', async () => {
    const story = await begin('sqlite', { secondDemo: true })
    const { demo } = story.service
    const partners = story.withKey(partnersAccess.apiKey)
    const projects = (await partners('GET', '/v1/projects')).body.data?.['projects']
    expect(names(projects).toSorted()).toEqual([
      'Umbra Labs – Partner Onboarding',
      'Wingtip – Partner Onboarding',
    ])
    const users = (await partners('GET', '/v1/users')).body
    expect(JSON.stringify(users)).toContain('nadia@partners.example')
    expect(JSON.stringify(users)).not.toContain('vendor.example')
    expect((await partners('GET', `/v1/projects/${demo.projectUuid}`)).status).toBe(404)
    const first = (await story.call('GET', '/v1/projects')).body.data?.['projects']
    expect(names(first)).toEqual([demo.projectName])
  })

  test('is entered by naming one of its people, and left the same way', async () => {
    const story = await begin('sqlite', { secondDemo: true })
    const { demo } = story.service
    const theirs = `/projects/${wingtip.uuid}`
    const browser = pageBrowser(story)
    expect((await browser.get('/projects')).text).toContain(demo.projectName)
    expect((await browser.get(theirs)).status).toBe(404)

    const shown = await browser.get(`${theirs}?as=nadia@partners.example`)
    expect(shown.text).toContain('Can our support lead join the call too?')
    expect(shown.text).not.toContain('Dana Smith')
    // A link in Slack names nobody. The browser remembers who was chosen.
    expect((await browser.get(theirs)).status).toBe(200)
    expect((await browser.get(`/projects/${demo.projectUuid}`)).status).toBe(404)

    const back = await browser.get('/projects?as=dana@vendor.example')
    expect(back.text).toContain(demo.projectName)
    expect((await browser.get(`/projects/${demo.projectUuid}`)).status).toBe(200)
  })
})
