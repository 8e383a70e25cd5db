import { expect, test } from 'vitest'
import { begin } from './harness.ts'
import { pageBrowser } from './page-browser.ts'

const dayMs = 86_400_000

test('[CHOICE-92] a team signs in with the API key, a customer by a link of seven days that opens the portal alone', async () => {
  const clock = { now: Date.parse('2026-11-23T09:30:00Z') }
  const story = await begin('sqlite', { openPages: false, now: () => clock.now })
  const { projectUuid } = story.service.demo
  const [page, portal] = [`/projects/${projectUuid}`, `/portal/projects/${projectUuid}`]
  const dana = pageBrowser(story)
  const email = 'dana@vendor.example'
  expect((await dana.post('/sign-in', { email, key: 'another' })).status).toBe(401)
  expect((await dana.get(page)).location).toMatch(/^\/sign-in/)
  expect((await dana.post('/sign-in', { email, key: 'demo-api-key' })).status).toBe(303)
  const [link = ''] = /\/portal\/enter\/[^"<\s]+/.exec((await dana.get(page)).text) ?? []
  const customer = pageBrowser(story)
  expect((await customer.get(portal)).status).not.toBe(200)
  expect((await customer.get(link)).location).toBe(portal)
  expect((await customer.get(portal)).status).toBe(200)
  expect((await customer.get(page)).status).not.toBe(200)
  clock.now += 8 * dayMs
  expect((await pageBrowser(story).get(link)).status).toBe(401)
})
