import { expect, test } from 'vitest'
import { createLog } from '../../../src/log.ts'
import { apiKey, begin } from '../harness.ts'
import { pageBrowser } from '../pages/page-browser.ts'
import { linkIn, password } from '../support/signing-in.ts'

type Line = readonly [
  facts: { person?: string; by?: string; address?: string; role?: string },
  message: string,
]
type Step = Promise<{ text: string; location: string; status: number }>

/** Everything that is logged, before the log hides secrets. */
const listening = async () => {
  const lines: Line[] = []
  const keep = (facts: object, message: string) => lines.push([facts, message])
  const log = new Proxy(createLog('silent'), {
    get: (target, name) => (name === 'info' ? keep : (Reflect.get(target, name) as unknown)),
  })
  const story = await begin('sqlite', { openPages: false, log })
  const { people } = story.service.demo
  const names = new Map<string, string>(Object.values(people).map((one) => [one.uuid, one.first_name]))
  const nameOf = (uuid: string | undefined) => uuid && (names.get(uuid) ?? 'somebody new')
  const secrets = [password, apiKey, 'a wrong password']
  /** The lines that a step writes, and what it answers with. */
  const after = async (step: Step) => {
    const before = lines.length
    const { text, location, status } = await step
    const link = linkIn(location) || linkIn(text)
    const key = /ops_\w+/.exec(text)?.[0]
    secrets.push(...[link.slice('/enter/'.length), key ?? ''].filter(Boolean))
    const said = lines
      .slice(before)
      .map(([{ person, by, address, role }, message]) =>
        [message, nameOf(person), role, by && `by ${nameOf(by)}`, address && `from ${address}`]
          .filter(Boolean)
          .join(', '),
      )
    return { said, link, status }
  }
  const said = async (step: Step) => (await after(step)).said
  return { story, people, lines, secrets, after, said, somebody: () => pageBrowser(story) }
}

test('each way in, with its address, and each deed of an admin is one line in the log, without a secret', async () => {
  const { story, people, lines, secrets, after, said, somebody } = await listening()
  const { dana, lee, casey } = people
  const { email } = dana
  const admin = somebody()
  const refused = ['a sign-in was refused, Dana, from 127.0.0.1']

  secrets.push(story.danasLink.slice('/enter/'.length))
  const by = (form: Record<string, string>, browser = admin) => said(browser.post(story.danasLink, form))
  expect(await by({ password: 'short' })).toEqual([])
  expect(await by({ password })).toEqual(['somebody signed in by a link, Dana, from 127.0.0.1'])
  expect(await by({ password }, somebody())).toEqual(['a sign-in by a link was refused, from 127.0.0.1'])
  const wrong = { email, password: 'a wrong password' }
  expect(await said(somebody().post('/sign-in', wrong))).toEqual(refused)
  expect(await said(admin.post('/sign-in', { email, password }))).toEqual([
    'somebody signed in, Dana, from 127.0.0.1',
  ])

  expect(await said(admin.post('/settings/keys', { label: 'Another' }))).toEqual(['a key was made, by Dana'])
  const kim = { first_name: 'Kim', last_name: 'Park', email: 'kim@vendor.example', role: 'Vendor User' }
  expect(await said(admin.post('/people/users', kim))).toEqual([
    'a user was added, somebody new, Vendor User, by Dana',
  ])
  const other = { ...lee, role: 'Vendor Admin', account_uuid: '' }
  expect(await said(admin.post(`/people/${lee.uuid}/change`, other))).toEqual([
    'a person was changed, Lee, Vendor Admin, by Dana',
  ])
  expect(await said(admin.post(`/people/${lee.uuid}/link`))).toEqual([
    'a sign-in link was made, Lee, by Dana',
  ])
  const way = await after(admin.post(`/people/${casey.uuid}/link`))
  expect(way.said).toEqual(['a sign-in link was made, Casey, by Dana'])
  expect(await said(somebody().post(way.link))).toEqual([
    'somebody signed in by a link, Casey, from 127.0.0.1',
  ])

  for (let at = 0; at < 10; at++) await somebody().post('/sign-in', wrong)
  const tooMany = await after(somebody().post('/sign-in', wrong))
  expect([tooMany.status, tooMany.said]).toEqual([429, refused])

  expect(new Set(secrets).size).toBe(7)
  const all = JSON.stringify(lines)
  expect(secrets.filter((secret) => all.includes(secret))).toEqual([])
})
