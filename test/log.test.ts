import { inspect } from 'node:util'
import { describe, expect, test } from 'vitest'
import { boltLogger, createLog, hideSecrets } from '../src/log.ts'

const logged = (level = 'info') => {
  const lines: string[] = []
  const log = createLog(level, { write: (line) => void lines.push(line) })
  return { log, lines, facts: () => lines.map((line) => JSON.parse(line) as Record<string, unknown>) }
}

describe('a log line', () => {
  test('is one JSON object with an ISO time', () => {
    const { log, lines, facts } = logged()
    log.info({ channel: 'C1', text: 'one\ntwo' }, 'posted')
    expect(lines).toHaveLength(1)
    expect(facts()[0]).toMatchObject({ level: 30, channel: 'C1', text: 'one\ntwo', msg: 'posted' })
    expect(facts()[0]?.['time']).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
  })

  test('hides values by the names of their keys, two levels deep', () => {
    const { log, lines } = logged()
    const secrets = { apiKey: 'hush1', token: 'hush2', webhookSecret: 'hush3', signingSecret: 'hush4' }
    const atRest = {
      refreshToken: 'hush8',
      clientSecret: 'hush9',
      encryptionKeys: ['hush10'],
      hookSecret: 'hush11',
    }
    log.info(
      {
        ...secrets,
        ...atRest,
        slack: { botToken: 'hush5', headers: { authorization: 'hush6', cookie: 'hush7' } },
      },
      'x',
    )
    expect(lines.join('')).not.toContain('hush')
  })

  test('hides secrets in an error and its stack', () => {
    const { log, lines } = logged()
    log.error({ err: new Error('Bearer hush1 at postgres://bot:hush2@db/bot') }, 'failed')
    expect(lines.join('')).toContain('postgres://bot:[hidden]@db/bot')
    expect(lines.join('')).not.toContain('hush')
  })
})

describe('free text', () => {
  test.each([
    ['token xoxb-1-a and xapp-1-b', 'token [hidden] and [hidden]'],
    ['from xoxe.xoxb-1-Mi0y to xoxe-1-My0x', 'from [hidden] to [hidden]'],
    ['Authorization: Bearer abc.def', 'Authorization: [hidden]'],
    ['POST https://hooks.slack.com/commands/T1/2/abc', 'POST https://hooks.slack.com/[hidden]'],
    ['POST http://bot/webhooks/onboarding/s3cr3t?x=1', 'POST http://bot/webhooks/onboarding/[hidden]?x=1'],
    ['postgres://bot:pass%40word@db:5432/bot', 'postgres://bot:[hidden]@db:5432/bot'],
    ['postgres://:password@db/bot', 'postgres://:[hidden]@db/bot'],
  ])('loses its secrets: %s', (text, shown) => {
    expect(hideSecrets(text)).toBe(shown)
  })

  test.each([
    'http://127.0.0.1:3000/healthz',
    'http://127.0.0.1:4300/users/dana@vendor.example',
    '{"url":"http://127.0.0.1:3000","email":"dana@vendor.example"}',
    'dana@vendor.example: bearer of news',
  ])('keeps what is no secret: %s', (text) => {
    expect(hideSecrets(text)).toBe(text)
  })
})

describe("Bolt's logger", () => {
  test('writes each kind of part into one line, secrets hidden', () => {
    const { log, facts } = logged('debug')
    const circular: Record<string, unknown> = { channel: 'C1' }
    circular['self'] = circular
    boltLogger(log).error('posting failed', circular, new Error('xoxb-hush'), undefined, 7)
    const line = String(facts()[0]?.['msg'])
    expect(line).toContain(`posting failed ${inspect(circular, { breakLength: Infinity })} Error: [hidden]`)
    expect(line).toMatch(/undefined 7$/)
  })

  test("leaves Bolt's debug, which holds texts and email addresses, to the level trace", () => {
    const said = (level: string) => {
      const { log, facts } = logged(level)
      boltLogger(log).debug('http request result: {"email":"casey@acme.example"}')
      boltLogger(log).info('connected')
      return facts().map((line) => line['msg'])
    }
    expect(said('debug')).toEqual(['connected'])
    expect(said('trace')).toEqual([expect.stringContaining('casey@acme.example'), 'connected'])
  })

  test("takes Bolt's info for debug, and is silent below its level", () => {
    const { log, facts } = logged('info')
    const bolt = boltLogger(log)
    bolt.debug('d')
    bolt.info('i')
    bolt.warn('w')
    expect(facts().map((line) => line['msg'])).toEqual(['w'])
  })
})
