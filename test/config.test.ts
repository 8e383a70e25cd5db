import { describe, expect, test } from 'vitest'
import { readConfig, readServiceConfig } from '../src/config/config.ts'
import { problemsOf, production, thrownBy } from './config-problems.ts'
import { demoIntegrationUuid } from '../src/config/variables.ts'
import { randomBytes } from 'node:crypto'

const ownKey = 'a-key-of-their-own-0123'

describe('outside production', () => {
  test('every unset variable has an embedded default', () => {
    expect(readConfig({})).toEqual({
      production: false,
      port: 3000,
      host: '127.0.0.1',
      ops: undefined,
      ownUrls: [],
      publicUrl: 'http://127.0.0.1:3000',
      slack: { mode: 'playground' },
      oauth: undefined,
      encryptionKeys: [],
      tracker: { mode: 'embedded' },
      trackerNetworks: [],
      webhookSecret: undefined,
      integrationUuid: demoIntegrationUuid,
      apiUserUuid: undefined,
      subscribe: 'auto',
      database: { pool: 10 },
      databaseIsDefault: true,
      databaseUrl: 'sqlite:./data/onboarding.db',
      dataDir: './data',
      logLevel: 'info',
      service: {
        port: 4300,
        databaseUrl: 'sqlite:./data/service.db',
        apiKey: 'demo-api-key',
        writesPerMinute: 200,
        monthlyQuota: 100_000,
        megabytesPerDay: 50,
        hookRetryMs: [1_000, 5_000, 30_000, 120_000, 600_000],
        privateHooks: true,
        legacyIds: false,
      },
      playground: { port: 4400 },
    })
  })

  test('HOST and OPS_HOST must be loopback addresses unless PLAYGROUND_EXPOSE allows others', () => {
    for (const HOST of ['0.0.0.0', '::', '10.0.0.1', 'my-box', '127.0.0.1.evil.example'])
      expect(problemsOf({ HOST, OPS_HOST: HOST }), HOST).toEqual(['HOST', 'OPS_HOST'])
    expect(problemsOf({ HOST: '0.0.0.0' }, readServiceConfig)).toEqual(['HOST'])
    for (const HOST of ['localhost', '127.0.0.2', '::1']) expect(readConfig({ HOST }).host).toBe(HOST)
    expect(readConfig({ HOST: '0.0.0.0', PLAYGROUND_EXPOSE: '1' }).host).toBe('0.0.0.0')
    expect(thrownBy(() => readConfig({ HOST: '0.0.0.0' }))).toContain('PLAYGROUND_EXPOSE=1')
  })

  test('OPS_PORT serves reasons and metrics on this machine only, unless OPS_HOST is set', () => {
    expect(readConfig({ OPS_PORT: '9100' }).ops).toEqual({ port: 9100, host: '127.0.0.1' })
    const inside = { ...production, OPS_PORT: '9100', OPS_HOST: '0.0.0.0' }
    expect(readConfig(inside).ops).toEqual({ port: 9100, host: '0.0.0.0' })
  })

  test('defaults that depend on PORT and DATA_DIR use their values', () => {
    const config = readConfig({ PORT: '8080', DATA_DIR: '/var/lib/onboarding' })
    expect(config.publicUrl).toBe('http://127.0.0.1:8080')
    expect(config.databaseUrl).toBe('sqlite:/var/lib/onboarding/onboarding.db')
    expect(config.service.databaseUrl).toBe('sqlite:/var/lib/onboarding/service.db')
  })

  test('empty and blank values count as not set', () => {
    const blank = { PORT: '', SLACK_BOT_TOKEN: ' ', ONBOARDING_BASE_URL: '', SERVICE_PRIVATE_HOOKS: '\t' }
    expect(readConfig(blank)).toEqual(readConfig({}))
  })

  test('proxies are read in capitals and in lower case, which other programs prefer', () => {
    const [one, other] = ['http://one.example:3128', 'http://user:password@other.example']
    const env = { HTTP_PROXY: one, https_proxy: other, HTTPS_PROXY: one, NO_PROXY: '*.internal' }
    expect(readConfig(env).proxies).toEqual({ httpProxy: one, httpsProxy: other, noProxy: '*.internal' })
    expect(readConfig({ NO_PROXY: '*' }).proxies).toBeUndefined()
  })

  test('setting only one of a pair is an error that names the other', () => {
    expect(problemsOf({ SLACK_BOT_TOKEN: 'xoxb-1' })).toEqual(['SLACK_SIGNING_SECRET'])
    expect(problemsOf({ SLACK_SIGNING_SECRET: 'signing' })).toEqual(['SLACK_BOT_TOKEN'])
    expect(problemsOf({ SLACK_APP_TOKEN: 'xapp-1' })).toEqual(['SLACK_BOT_TOKEN'])
    expect(problemsOf({ ONBOARDING_BASE_URL: 'https://tracker' })).toEqual(['ONBOARDING_API_KEY'])
    expect(problemsOf({ ONBOARDING_API_KEY: 'key' })).toEqual(['ONBOARDING_BASE_URL'])
  })
})

test.each(['https://tracker.example.com/v1', 'https://tracker.example.com/v1/'])(
  '%s is refused with the right address',
  (url) => {
    expect(thrownBy(() => readConfig({ ...production, ONBOARDING_BASE_URL: url }))).toContain(
      'ONBOARDING_BASE_URL must not end in /v1; set it to https://tracker.example.com.',
    )
  },
)

describe('Slack', () => {
  test('a signing secret means HTTP', () => {
    expect(readConfig(production).slack).toEqual({
      mode: 'http',
      botToken: 'xoxb-1-secret',
      signingSecret: 'signing-secret',
      apiUrl: 'https://slack.com/api/',
    })
  })

  test('an app token means Socket Mode, which needs no signing secret, even in production', () => {
    const env = { ...production, SLACK_SIGNING_SECRET: '', SLACK_APP_TOKEN: 'xapp-1' }
    expect(readConfig(env).slack).toMatchObject({ mode: 'socket', appToken: 'xapp-1' })
    expect(readConfig({ ...production, SLACK_APP_TOKEN: 'xapp-1' }).slack.mode).toBe('socket')
  })

  test('a token of another kind is refused, unless SLACK_API_URL names another API', () => {
    const swapped = { ...production, SLACK_BOT_TOKEN: 'xoxp-1', SLACK_APP_TOKEN: 'xoxb-1' }
    expect(problemsOf(swapped)).toEqual(['SLACK_BOT_TOKEN', 'SLACK_APP_TOKEN'])
    expect(readConfig({ ...swapped, SLACK_API_URL: 'http://127.0.0.1:9/api' }).slack).toMatchObject({
      botToken: 'xoxp-1',
      apiUrl: 'http://127.0.0.1:9/api/',
    })
  })
})

describe('in production', () => {
  test('a complete configuration is used as it is, and listens on all addresses', () => {
    const config = readConfig(production)
    expect(config).toMatchObject({ production: true, host: '0.0.0.0', service: { privateHooks: false } })
    expect(config.tracker).toEqual({
      mode: 'remote',
      baseUrl: 'https://tracker.example.com',
      apiKey: 'tracker-key',
    })
    expect(readConfig({ ...production, HOST: '10.0.0.1' }).host).toBe('10.0.0.1')
    expect(readConfig({ ...production, SERVICE_PRIVATE_HOOKS: '1' }).service.privateHooks).toBe(true)
  })

  test('nothing is embedded: everything missing or malformed is listed at once, each with its fix', () => {
    expect(() => readConfig({ NODE_ENV: 'production', PORT: 'http', LOG_LEVEL: 'loud' }))
      .toThrowErrorMatchingInlineSnapshot(`
        [ConfigProblem: Configuration errors:
          PORT must be a port number, 0 to 65535.
          LOG_LEVEL must be one of trace, debug, info, warn, error, fatal, silent.
          SLACK_BOT_TOKEN is not set; copy the "Bot User OAuth Token" (xoxb-…) from OAuth & Permissions in the Slack app, or set SLACK_CLIENT_ID for many workspaces.
          SLACK_SIGNING_SECRET is not set; copy it from Basic Information in the Slack app, or set SLACK_APP_TOKEN for Socket Mode.
          ONBOARDING_BASE_URL is not set; set it to the tracker's address, without /v1.
          ONBOARDING_API_KEY is not set; copy it from the tracker's settings page.
          ONBOARDING_WEBHOOK_SECRET is not set; create one with: openssl rand -hex 24.
          PUBLIC_URL is not set; set it to the URL at which the tracker and browsers reach this bot, such as https://onboarding.example.com.
          DATABASE_URL is not set; use postgres://user:password@host/name, or sqlite:path on one machine.]
      `)
  })

  test('PUBLIC_URL is required only if a tracker elsewhere must reach it', () => {
    const { PUBLIC_URL: _, ...env } = production
    expect(problemsOf(env)).toEqual(['PUBLIC_URL'])
    expect(problemsOf({ ...env, ONBOARDING_SUBSCRIBE: 'off' })).toEqual([])
    expect(problemsOf({ ...env, ONBOARDING_BASE_URL: 'http://127.0.0.1:4300' })).toEqual([])
  })

  test('what goes out, or comes in, unencrypted does so in a private network alone', () => {
    const addresses = ['PUBLIC_URL', 'SERVICE_PUBLIC_URL', 'ONBOARDING_BASE_URL', 'SLACK_API_URL']
    const all = (url: string) => ({
      ...production,
      ...Object.fromEntries(addresses.map((name) => [name, url])),
    })
    for (const host of [
      'tracker.example.com',
      '8.8.8.8',
      '[2606:4700::1]',
      'local.example',
      '127.0.0.1.evil.com',
    ])
      expect(new Set(problemsOf(all(`http://${host}`))), host).toEqual(new Set(addresses))
    expect(thrownBy(() => readConfig(all('http://tracker.example.com')))).toContain(
      'PUBLIC_URL must be https',
    )
    for (const host of ['service:4300', '10.0.0.5', 'localhost', '[fd00::1]', 'tracker.INTERNAL', 'a.b.svc'])
      expect(problemsOf(all(`http://${host}`)), host).toEqual([])
    expect(problemsOf({ ...all('http://tracker.example.com'), NODE_ENV: 'development' })).toEqual([])
    const service = {
      NODE_ENV: 'production',
      SERVICE_API_KEY: ownKey,
      SERVICE_PUBLIC_URL: 'http://tracker.example.com',
    }
    expect(problemsOf(service, readServiceConfig)).toEqual(['SERVICE_PUBLIC_URL'])
    expect(readConfig({ ...production, HTTPS_PROXY: 'http://proxy.example.com:3128' }).production).toBe(true)
  })

  test('the service alone needs its own key, and nothing for Slack', () => {
    expect(problemsOf({ NODE_ENV: 'production' }, readServiceConfig)).toEqual(['SERVICE_API_KEY'])
    const config = readServiceConfig({ NODE_ENV: 'production', SERVICE_API_KEY: ownKey })
    expect(config.service).toMatchObject({ apiKey: ownKey, privateHooks: false })
    expect(readServiceConfig({}).service.apiKey).toBe('demo-api-key')
    for (const weak of ['demo-api-key', 'nineteen-characters'])
      for (const [env, read] of [
        [{ NODE_ENV: 'production' }, readServiceConfig],
        [production, readConfig],
      ] as const)
        expect(problemsOf({ ...env, SERVICE_API_KEY: weak }, read)).toEqual(['SERVICE_API_KEY'])
  })
})

const [newest, older] = [randomBytes(32).toString('base64'), randomBytes(32).toString('base64')]
const { SLACK_BOT_TOKEN: _, ...withoutToken } = production
const oauth = { ...withoutToken, SLACK_CLIENT_ID: '1.2', SLACK_CLIENT_SECRET: 'client-secret' }

describe('installing by OAuth', () => {
  test('takes the place of the bot token, over HTTP and in Socket Mode', () => {
    const config = readConfig({ ...oauth, ENCRYPTION_KEYS: `${newest}, ${older}` })
    expect(config.slack).toMatchObject({ mode: 'http', botToken: undefined })
    expect(config.oauth).toEqual({
      clientId: '1.2',
      clientSecret: 'client-secret',
      authorizeUrl: 'https://slack.com/oauth/v2/authorize',
    })
    expect(config.encryptionKeys).toEqual([newest, older])
    const socket = readConfig({ ...oauth, ENCRYPTION_KEYS: newest, SLACK_APP_TOKEN: 'xapp-1' })
    expect(socket.slack).toMatchObject({ mode: 'socket', botToken: undefined })
  })

  test('goes along with a bot token, and its consent page is beside the API', () => {
    const both = readConfig({
      ...oauth,
      SLACK_BOT_TOKEN: 'xoxb-1-secret',
      ENCRYPTION_KEYS: newest,
      SLACK_API_URL: 'https://slack-gov.com/api',
    })
    expect(both.slack).toMatchObject({ botToken: 'xoxb-1-secret' })
    expect(both.oauth?.authorizeUrl).toBe('https://slack-gov.com/oauth/v2/authorize')
  })

  test('needs both parts of its credentials, a key for tokens at rest, and an address for browsers', () => {
    expect(problemsOf(oauth)).toEqual(['ENCRYPTION_KEYS'])
    expect(problemsOf({ SLACK_CLIENT_ID: '1.2' })).toEqual([
      'SLACK_SIGNING_SECRET',
      'SLACK_CLIENT_SECRET',
      'ENCRYPTION_KEYS',
    ])
    expect(problemsOf({ SLACK_CLIENT_SECRET: 'x' })).toEqual(['SLACK_CLIENT_ID'])
    const hidden = { ...oauth, ENCRYPTION_KEYS: newest, ONBOARDING_SUBSCRIBE: 'off', PUBLIC_URL: '' }
    expect(problemsOf(hidden)).toEqual(['PUBLIC_URL'])
    expect(problemsOf({ ...oauth, ENCRYPTION_KEYS: newest, SLACK_SIGNING_SECRET: '' })).toEqual([
      'SLACK_SIGNING_SECRET',
    ])
  })
})
