import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readConfig } from '../src/config/config.ts'
import { problemsOf, production, thrownBy } from './config-problems.ts'

describe('malformed values', () => {
  test.each([
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['PORT', '80.5'],
    ['PUBLIC_URL', 'onboarding.example.com'],
    ['SERVICE_PUBLIC_URL', 'tracker.example.com'],
    ['PUBLIC_URL', 'ftp://onboarding.example.com'],
    ['SLACK_API_URL', 'slack.com'],
    ['SLACK_BOT_TOKEN', 'xoxb-1\nxoxb-2'],
    ['ENCRYPTION_KEYS', 'c2hvcnQ='],
    ['ENCRYPTION_KEYS', `${randomBytes(32).toString('base64')},`],
    ['ENCRYPTION_KEYS', randomBytes(32).toString('hex')],
    ['ONBOARDING_BASE_URL', 'https://user:password@tracker'],
    ['ONBOARDING_API_KEY', 'two words'],
    ['ONBOARDING_WEBHOOK_SECRET', 'fifteen-letters'],
    ['ONBOARDING_WEBHOOK_SECRET', 'sixteen/letters/and/slashes'],
    ['ONBOARDING_WEBHOOK_SECRET', 'sixteen letters and spaces'],
    ['ONBOARDING_INTEGRATION_UUID', 'demo'],
    ['ONBOARDING_API_USER_UUID', '42'],
    ['ONBOARDING_SUBSCRIBE', 'yes'],
    ['DATABASE_URL', 'mysql://root@db/bot'],
    ['DATABASE_URL', 'sqlite:'],
    ['DATABASE_URL', 'postgres://user:p@ss:word@:host'],
    ['DATABASE_POOL', '0'],
    ['PUBLIC_URL', 'https://onboarding.example.com/?'],
    ['PUBLIC_URL', 'https://onboarding.example.com/#'],
    ['PUBLIC_URL', 'https:onboarding.example.com'],
    ['LOG_LEVEL', 'verbose'],
    ['SERVICE_PORT', 'x'],
    ['SERVICE_DATABASE_URL', './service.db'],
    ['SERVICE_TRUSTED_PROXIES', 'proxy.example'],
    ['SERVICE_TRUSTED_PROXIES', '10.0.0.0/33'],
    ['OPS_PORT', '70000'],
    ['PLAYGROUND_EXPOSE', 'yes'],
    ['SERVICE_API_KEY', 'two words'],
    ['SERVICE_WRITES_PER_MINUTE', '0'],
    ['SERVICE_MONTHLY_QUOTA', 'many'],
    ['SERVICE_HOOK_RETRY_SECONDS', '1;5'],
    ['SERVICE_HOOK_RETRY_SECONDS', '1,,5'],
    ['SERVICE_PRIVATE_HOOKS', 'maybe'],
    ['SERVICE_LEGACY_IDS', '2'],
    ['PLAYGROUND_PORT', '99999'],
    ['HTTP_PROXY', 'proxy.example.com:3128'],
    ['HTTPS_PROXY', 'socks5://proxy.example.com'],
  ])('%s=%j is an error that names the variable', (variable, value) => {
    expect(problemsOf({ ...production, [variable]: value })).toEqual([variable])
  })

  test('delays between delivery attempts are read as milliseconds', () => {
    const { hookRetryMs } = readConfig({ SERVICE_HOOK_RETRY_SECONDS: '0.05, 1,30' }).service
    expect(hookRetryMs).toEqual([50, 1_000, 30_000])
  })

  test('the message never contains a value', () => {
    const secret = 'hush-hush hush'
    const names = Object.keys(production).filter((name) => name !== 'NODE_ENV')
    fc.assert(
      fc.property(fc.subarray(names, { minLength: 1 }), (wrong) => {
        const env = { ...production, ...Object.fromEntries(wrong.map((name) => [name, secret])) }
        const problem = thrownBy(() => readConfig(env))
        expect(problem).not.toContain('hush')
        for (const value of Object.values(production).slice(2)) expect(problem).not.toContain(value)
        for (const name of wrong) expect(problem).toContain(name)
      }),
    )
  })
})
