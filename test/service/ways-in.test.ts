import { expect, test } from 'vitest'
import { begin } from './harness.ts'
import { pageBrowser } from './page-browser.ts'
import { linkFor, password, enter } from './support/signing-in.ts'

const dayMs = 86_400_000

test('[CHOICE-92] a team signs in with passwords of their own, a customer by a link that opens the portal alone, once and for a day', async () => {
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
