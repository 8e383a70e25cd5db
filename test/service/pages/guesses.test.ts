import { describe, expect, test } from 'vitest'
import { begin, engines, type Story } from '../harness.ts'
import { plainBrowser } from './page-browser.ts'
import { password, enter } from '../support/signing-in.ts'
import { countedGuesses, tidyGuesses } from '../support/database.ts'

const dana = 'dana@vendor.example'

const tryFrom = (story: Story, address: string, email: string, secret = 'wrong') =>
  plainBrowser(story).post(
    '/sign-in',
    { email, password: secret },
    { origin: story.url, 'x-forwarded-for': address },
  )

const times = <R>(count: number, run: (at: number) => R) => Array.from({ length: count }, (_, at) => run(at))

/** Four at once: more wait for their turn, and some of those are refused. */
const statuses = async (count: number, run: (at: number) => Promise<{ status: number }>) => {
  const found: number[] = []
  for (let from = 0; from < count; from += 4) {
    const some = times(Math.min(4, count - from), (at) => run(from + at))
    found.push(...(await Promise.all(some)).map(({ status }) => status))
  }
  return found.sort((a, b) => a - b)
}

describe.each(engines)('guesses on %s', (engine) => {
  test('of one account are ten in a quarter of an hour, sent at once or not, from wherever', async () => {
    const clock = { now: Date.parse('2026-11-23T09:30:00Z') }
    const story = await begin(engine, {
      openPages: false,
      trustedProxies: ['127.0.0.1'],
      now: () => clock.now,
    })
    await enter(plainBrowser(story), story)
    const guess = (at: number) => tryFrom(story, `10.0.0.${at}`, ` Dana@Vendor.example`)
    expect(await statuses(12, guess)).toEqual([...times(10, () => 401), 429, 429])
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
    const guess = (at: number) => tryFrom(story, `2001:db8::${at}`, `p${at}@x.example`)
    expect(new Set(await statuses(50, guess))).toEqual(new Set([401]))
    expect((await tryFrom(story, '2001:db8::ffff', 'other@x.example')).status).toBe(429)
    expect((await tryFrom(story, '2001:db8:0:1::1', 'other@x.example')).status).toBe(401)
  })

  test.each([
    ['/24', '10.0.0.', '10.0.1.1'],
    ['/48', '2001:db8:0:', '2001:db8:1::1'],
  ])('from one %s are two hundred', async (_, network, other) => {
    const story = await begin(engine, { openPages: false, trustedProxies: ['127.0.0.1'] })
    const address = (at: number) => (network.includes('.') ? `${network}${at}` : `${network}${at}::1`)
    const guess = (at: number) => tryFrom(story, address(at), `p${at}@x.example`)
    expect(new Set(await statuses(200, guess))).toEqual(new Set([401]))
    expect([(await guess(201)).status, (await tryFrom(story, other, 'p@x.example')).status]).toEqual([
      429, 401,
    ])
  })

  test('by others don’t lock out whoever has signed in from their address, who has ten of their own', async () => {
    const story = await begin(engine, { openPages: false, trustedProxies: ['127.0.0.1'] })
    await enter(plainBrowser(story), story)
    expect((await tryFrom(story, '10.1.0.1', dana, password)).status).toBe(303)
    await statuses(11, (at) => tryFrom(story, `10.0.0.${at}`, dana))
    expect((await tryFrom(story, '10.0.0.1', dana, password)).status).toBe(429)
    expect((await tryFrom(story, '10.1.0.1', dana, password)).status).toBe(303)
    const own = (await statuses(11, () => tryFrom(story, '10.1.0.1', dana))).slice(-2)
    expect(own).toEqual([401, 429])
  })

  test('do not include right passwords, which don’t free an address for more guesses either', async () => {
    const story = await begin(engine, { openPages: false, trustedProxies: ['127.0.0.1'] })
    await enter(plainBrowser(story), story)
    const guess = (at: number) => tryFrom(story, '10.0.0.1', `p${at}@x.example`)
    expect(new Set(await statuses(49, guess))).toEqual(new Set([401]))
    for (let at = 0; at < 3; at++) expect((await tryFrom(story, '10.0.0.1', dana, password)).status).toBe(303)
    expect([(await guess(49)).status, (await guess(50)).status]).toEqual([401, 429])
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
    await statuses(3, (at) => tryFrom(story, `10.0.0.${at}`, `p${at}@x.example`))
    // Three accounts, one address and one network: the sender's own.
    expect(await countedGuesses(story)).toBe(5)
  })
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
