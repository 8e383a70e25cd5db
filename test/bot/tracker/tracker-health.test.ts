import { expect, test } from 'vitest'
import { trackerHealth } from '../../../src/bot/deps/tracker-connection.ts'
import { cachedApi } from '../../../src/client/cached-api.ts'
import { ApiProblem } from '../../../src/contract/problem.ts'
import { botWithThread } from '../support/running-bot.ts'

const minute = 60_000
const away = new ApiProblem('unreachable', 'away')

/** A tracker whose two probes are counted. */
const watched = () => {
  let at = 0
  const probes = { ask: 0, reach: 0 }
  const world: { trouble: Error | undefined } = { trouble: undefined }
  const probe = (name: keyof typeof probes) => async () => {
    probes[name] += 1
    if (world.trouble) throw world.trouble
  }
  const health = trackerHealth({ ask: probe('ask'), reach: probe('reach'), freshMs: 2_000 }, () => at)
  return { ...health, probes, world, now: () => at, pass: (ms: number) => (at += ms) }
}

test('what is called anyway tells how the tracker is, and nothing is asked', async () => {
  const { note, reason, probes, now, pass } = watched()
  for (let n = 0; n < 10; n++) {
    pass(1_500)
    note(now(), undefined)
    expect(await reason()).toBeUndefined()
  }
  note(now(), away)
  expect(await reason()).toBe('the tracker can’t be reached')
  expect(probes).toEqual({ ask: 0, reach: 0 })
})

test('where nothing is called, an outage’s begin and end are seen after two seconds, and the quota pays for a look in ten minutes', async () => {
  const { note, reason, probes, world, now, pass } = watched()
  note(now(), undefined)
  for (let n = 0; n < 200; n++) {
    pass(3_000)
    expect(await reason()).toBeUndefined()
  }
  expect(probes).toEqual({ ask: 0, reach: 200 })
  world.trouble = away
  pass(3_000)
  expect(await reason()).toBe('the tracker can’t be reached')
  world.trouble = undefined
  pass(3_000)
  expect(await reason()).toBeUndefined()
  expect(probes.ask).toBeLessThanOrEqual(1)
})

test('a key that is refused is not mended by an answer to a call without it', async () => {
  const { note, reason, probes, world, now, pass } = watched()
  world.trouble = new ApiProblem('unauthorized', 'no')
  note(now(), world.trouble)
  pass(3_000)
  expect(await reason()).toContain('ONBOARDING_API_KEY')
  expect(probes).toEqual({ ask: 1, reach: 0 })
  world.trouble = undefined
  pass(3_000)
  expect(await reason()).toBeUndefined()
  expect(probes).toEqual({ ask: 2, reach: 0 })
})

test('a call that hung in an outage says nothing of the time after it; a refusal is an answer', async () => {
  const { note, reason, now, pass } = watched()
  const hung = now()
  pass(8 * minute)
  note(now(), undefined)
  note(hung, away)
  expect(await reason()).toBeUndefined()
  note(now(), new ApiProblem('not-found', 'gone'))
  expect(await reason()).toBeUndefined()
})

test('a call from before the key was refused does not say that the key works', async () => {
  const { note, reason, now, pass } = watched()
  const earlier = now()
  pass(1_000)
  note(now(), new ApiProblem('unauthorized', 'no'))
  pass(1_000)
  note(earlier, undefined)
  expect(await reason()).toContain('ONBOARDING_API_KEY')
  note(now(), undefined)
  expect(await reason()).toBeUndefined()
})

test('an answer from the cache says nothing about the tracker', async () => {
  const { bot, tracker } = await botWithThread({ readyMs: minute, cached: cachedApi })
  const { api } = bot.deps
  const reason = () => bot.deps.tracker?.health.reason()
  await api.listUsers({})
  tracker.control.down = 'unreachable'
  await expect(api.listProjects({})).rejects.toThrow(ApiProblem)
  expect(await reason()).toBe('the tracker can’t be reached')
  await api.listUsers({})
  expect(await reason()).toBe('the tracker can’t be reached')
})

const limited = (facts: ConstructorParameters<typeof ApiProblem>[2]) =>
  new ApiProblem('rate-limited', 'slower', facts)

const unreached = 'the tracker can’t be reached'

test.each([
  ['a refusal of the tracker shows that it answers', limited({ status: 429 }), undefined],
  [
    'a call that the client held back shows nothing',
    limited({ retryAfterMs: 6_000, isHeldBack: true }),
    unreached,
  ],
  ['a call that its caller took back shows nothing', new Error('the reply was deleted'), unreached],
])('%s', async (_, error, reason) => {
  const { bot, tracker } = await botWithThread({ readyMs: minute })
  for (const end of [away, error]) {
    Object.assign(tracker.api, { getUsage: () => Promise.reject(end) })
    await expect(bot.deps.api.getUsage({})).rejects.toBe(end)
  }
  expect(await bot.deps.tracker?.health.reason()).toBe(reason)
})
