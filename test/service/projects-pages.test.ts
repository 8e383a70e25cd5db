import { describe, expect, test } from 'vitest'
import { begin, created, engines } from './harness.ts'
import { pageBrowser } from './page-browser.ts'

const names = (text: string) =>
  [...text.matchAll(/<strong dir="auto">(.*?)<\/strong>/g)].map(([, name]) => name)

describe('the list of projects', () => {
  test('is searched by name, by state, and a page at a time', async () => {
    const story = await begin('sqlite')
    const late = await created(story, { name: 'Late one', start_date: '01/05/2026', due_date: '01/06/2026' })
    for (let at = 1; at <= 26; at += 1) await created(story, { name: `Rollout ${at}` })
    const { get } = pageBrowser(story)
    const first = await get('/projects')
    expect(first.text).toContain('28 projects')
    expect(first.text).toContain('1–25 of 28')
    expect(names(first.text)).toHaveLength(25)
    const rest = await get('/projects?page=2')
    expect(names(rest.text)).toEqual(['Rollout 1', 'Late one', 'Acme Corp – Standard Onboarding'])
    expect(rest.text).toContain('Overdue')
    expect(names((await get('/projects?q=LATE')).text)).toEqual(['Late one'])
    await story.as('dana@vendor.example')('PATCH', `/projects/${late}`, { project_state: 'Completed' })
    expect(names((await get('/projects?state=Completed')).text)).toEqual(['Late one'])
    const second = await get('/projects?q=rollout&page=2')
    expect(second.text).toContain('href="?q=rollout" rel="prev"')
    expect(second.text).toContain('26 projects')
    const none = await get('/projects?q=%3Cnothing%3E')
    expect(none.text).toContain('No matching projects.')
    expect(none.text).toContain('value="&lt;nothing&gt;"')
    for (const odd of ['page=0', 'page=x', 'page=999999', 'state=Gone', 'q=a&q=b'])
      expect((await get(`/projects?${odd}`)).status, odd).toBe(200)
  })
})

describe.each(engines)('the pages on %s', (engine) => {
  test('know no address with a NUL in it', async () => {
    const { get } = pageBrowser(await begin(engine))
    for (const path of ['/projects?q=%00', '/projects/%00', '/people?q=a%00'])
      expect((await get(path)).status, path).toBe(404)
  })
})
