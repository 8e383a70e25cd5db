import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { readConfig } from '../../src/config/config.ts'
import { production as complete } from '../config-problems.ts'
import { banner, sayReadiness, shownAddress } from '../../src/start/banner.ts'

const production = { ...complete, DATABASE_URL: 'postgres://bot:hidden-word@db.internal/bot' }
const remote = {
  slack: 'https://slack.com/api/',
  playground: undefined,
  tracker: 'https://tracker.example.com',
  isEmbedded: false,
  bot: 'http://0.0.0.0:3000',
}

test('in production it names the address that others use, and nothing is embedded', () => {
  const said = banner(readConfig(production), remote)
  expect(said).toMatch(
    /^ {2}Bot +https:\/\/onboarding\.example\.com, listening on http:\/\/0\.0\.0\.0:3000$/m,
  )
  expect(said).toMatch(/^ {2}Database +configured +postgres:\/\/.*@db\.internal\/bot$/m)
  expect(said).not.toContain('embedded')
  expect(said).not.toContain('hidden-word')
})

test.each([
  'postgres://bot:hidden@word@db.internal/bot',
  'postgres://bot:hidden"word@db.internal/bot',
  'postgres://bot@db.internal/bot?password=hidden-word',
])('of %s it shows no password', (url) => {
  const said = banner(readConfig({ ...production, DATABASE_URL: url }), remote)
  expect(said).toMatch(/^ {2}Database +configured +postgres:\/\/bot@db\.internal\/bot$/m)
})

test('where no address is configured, it names the one it listens on', () => {
  expect(shownAddress(undefined, 'http://127.0.0.1:4300')).toBe('http://127.0.0.1:4300')
  expect(shownAddress('https://tracker.example.com', 'http://127.0.0.1:4300')).toBe(
    'https://tracker.example.com, listening on http://127.0.0.1:4300',
  )
})

test('a database is embedded only if nothing names it', () => {
  const here = { playground: 'http://127.0.0.1:4400/', bot: 'http://127.0.0.1:3000' }
  const local = { ...remote, ...here, isEmbedded: true }
  expect(banner(readConfig({}), local)).toMatch(/^ {2}Database +embedded +\.\/data\/onboarding\.db$/m)
  const named = readConfig({ DATABASE_URL: 'sqlite:./data/onboarding.db' })
  expect(banner(named, local)).toMatch(/^ {2}Database +configured +\.\/data\/onboarding\.db$/m)
  expect(banner(readConfig({}), local)).toMatch(/^ {2}Bot +http:\/\/127\.0\.0\.1:3000$/m)
})

test('it says what is missing, each time that changes, and Ready. when nothing is', async () => {
  const answers = [['the tracker can’t be reached'], ['the tracker can’t be reached'], []]
  const said: string[] = []
  const reasons = () => Promise.resolve(answers.shift() ?? [])
  await sayReadiness(reasons, (text) => said.push(text), new AbortController().signal)
  expect(said).toEqual(['\nNot ready:\n  the tracker can’t be reached', '\nReady.'])
})

test('a program that is stopped says nothing more', async () => {
  const stopping = new AbortController()
  const said: string[] = []
  const reasons = () => Promise.resolve(['no database'])
  const saying = sayReadiness(reasons, (text) => said.push(text), stopping.signal)
  await nextTurn()
  stopping.abort()
  await saying
  expect(said).toEqual(['\nNot ready:\n  no database'])
})
