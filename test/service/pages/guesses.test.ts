import { describe, expect, test } from 'vitest'
import { begin, engines, type Story, taskNamed } from '../harness.ts'
import { plainBrowser } from './page-browser.ts'
import { countedGuesses, tidyGuesses } from '../support/guess-rows.ts'
import { password, enter } from '../support/signing-in.ts'

const dana = 'dana@vendor.example'

const tryFrom = (story: Story, address: string, email: string, secret = 'wrong') =>
  plainBrowser(story).post(
    '/sign-in',
    { email, password: secret },
    { origin: story.url, 'x-forwarded-for': address },
  )

const statuses = async (tries: readonly Promise<{ status: number }>[]) =>
  (await Promise.all(tries)).map(({ status }) => status).sort((a, b) => a - b)

const times = <R>(count: number, run: (at: number) => R) => Array.from({ length: count }, (_, at) => run(at))

describe.each(engines)('guesses on %s', (engine) => {
  test('of one account are ten in a quarter of an hour, sent at once or not, from wherever', async () => {
    const clock = { now: Date.parse('2026-11-23T09:30:00Z') }
    const story = await begin(engine, {
      openPages: false,
      trustedProxies: ['127.0.0.1'],
      now: () => clock.now,
    })
    await enter(plainBrowser(story), story)
    const tries = times(12, (at) => tryFrom(story, `10.0.0.${at}`, ` Dana@Vendor.example`))
    expect(await statuses(tries)).toEqual([...times(10, () => 401), 429, 429])
    clock.now += 60_000
    const refused = await tryFrom(story, '10.0.1.1', dana, password)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '840'])
    expect(refused.text).toContain('Try again in 14 minutes, at Nov 23, 09:45 UTC.')
    clock.now += 14 * 60_000
    expect((await tryFrom(story, '10.0.1.1', dana, password)).status).toBe(303)
    expect((await tryFrom(story, '10.0.1.1', 'nobody@x.example')).status).toBe(401)
  })

  test('from one address are fifty, whichever accounts they name; an IPv6 network counts as one', async () => {
    const story = await begin(engine, { openPages: false, trustedProxies: ['127.0.0.1'] })
    const tries = times(50, (at) => tryFrom(story, `2001:db8::${at}`, `p${at}@x.example`))
    expect(new Set(await statuses(tries))).toEqual(new Set([401]))
    expect((await tryFrom(story, '2001:db8::ffff', 'other@x.example')).status).toBe(429)
    expect((await tryFrom(story, '2001:db8:0:1::1', 'other@x.example')).status).toBe(401)
  })

  test('are kept in a table that never grows beyond its bound', async () => {
    const story = await begin(engine, { openPages: false, trustedProxies: ['127.0.0.1'] })
    for (let at = 0; at < 4; at++) await tryFrom(story, `10.0.0.${at}`, `p${at}@x.example`)
    expect(await tidyGuesses(story, 3)).toBe(3)
  })
})

describe('guesses', () => {
  test('an address that nobody trusted has said counts for nothing', async () => {
    const story = await begin('sqlite', { openPages: false })
    await statuses(times(3, (at) => tryFrom(story, `10.0.0.${at}`, `p${at}@x.example`)))
    // Three accounts, and one address: the sender's own.
    expect(await countedGuesses(story)).toBe(4)
  })
})

test('[CHOICE-96] a customer is not told which addresses are somebody’s, when they mention them', async () => {
  const story = await begin('sqlite')
  const { uuid } = await taskNamed(story, story.service.demo.projectUuid, 'Map the fields')
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

test('a wrong password, an account without one and an unknown one are told alike', async () => {
  const story = await begin('sqlite', { openPages: false })
  await enter(plainBrowser(story), story)
  const answers = await Promise.all(
    [dana, 'lee@vendor.example', 'casey@acme.example', 'nobody@vendor.example'].map(async (email) => {
      const { status, text } = await tryFrom(story, '10.0.0.1', email)
      return [status, text.replaceAll(email, '…')]
    }),
  )
  expect(answers[0]?.[0]).toBe(401)
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
})
