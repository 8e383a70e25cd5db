import { describe, expect, test } from 'vitest'
import { partnersAccess, wingtip } from '../../../src/service/demo/partners.ts'
import { begin, engines } from '../harness.ts'
import { pageBrowser } from './page-browser.ts'

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
