import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { readConfig, readServiceConfig } from '../../src/config/config.ts'
import { variables } from '../../src/config/variables.ts'
import { read } from '../support/files.ts'

interface Service {
  readonly environment?: Record<string, string | number>
  readonly env_file?: string
  readonly read_only?: boolean
  readonly mem_limit?: string
  readonly cap_drop?: string[]
  readonly security_opt?: string[]
  readonly scale?: number
  readonly command?: string[]
}
const { services, configs } = parse(read('compose.yaml'), { merge: true }) as {
  services: Record<string, Service>
  configs: { databases: { content: string } }
}

const example = Object.fromEntries(
  [...read('.env.example').matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]),
)
const filled: Record<string, string> = {
  ...Object.fromEntries(Object.entries(example).map(([name, value]) => [name, value || 'f'.repeat(48)])),
  SLACK_BOT_TOKEN: 'xoxb-1',
}

/** As Compose does: `${NAME:?message}` and `${NAME:-default}`, in which there may be another. */
const filledIn = (text: string, env: Record<string, string>): string => {
  const next = text.replaceAll(
    /\$\{(\w+):([?-])((?:[^${}])*)\}/g,
    (_, name: string, how: string, rest: string) => {
      const value = env[name]
      if (!value && how === '?') throw new Error(rest)
      return value || rest
    },
  )
  return next === text ? text : filledIn(next, env)
}

/** What a container is started with. */
const environmentOf = (
  { environment = {}, env_file: file }: Service,
  env: Record<string, string>,
): Record<string, string> => ({
  NODE_ENV: 'production',
  ...(file && env),
  ...Object.fromEntries(
    Object.entries(environment).map(([name, value]) => [name, filledIn(String(value), env)]),
  ),
})

const configure = (env: Record<string, string>) => {
  const { bot = {}, service = {}, postgres = {}, caddy = {} } = services
  return {
    bot: readConfig(environmentOf(bot, env)),
    service: readServiceConfig(environmentOf(service, env)),
    others: [environmentOf(postgres, env), environmentOf(caddy, env)],
  }
}

test('.env.example, filled in, starts two bots, the service, PostgreSQL and Caddy', () => {
  const { bot, service } = configure(filled)
  expect(bot).toMatchObject({
    production: true,
    publicUrl: 'https://onboarding.example.com',
    tracker: { mode: 'remote', baseUrl: 'http://service:4300', apiKey: service.service.apiKey },
    ops: { port: 9464, host: '0.0.0.0' },
  })
  expect(service.ops).toEqual({ port: 9464, host: '0.0.0.0' })
  expect(service.service).toMatchObject({ port: 4300, publicUrl: 'https://tracker.example.com' })
  expect(services['bot']).toMatchObject({ scale: 2, read_only: true })
  expect(services['service']).toMatchObject({ command: ['service'], read_only: true })
})

test.each(Object.keys(example))('without %s nothing starts, and it is named', (name) => {
  expect(() => configure({ ...filled, [name]: '' })).toThrow(name)
})

const databasePasswords = ['POSTGRES_PASSWORD', 'BOT_DATABASE_PASSWORD', 'SERVICE_DATABASE_PASSWORD']

test('each program knows the password of its own database alone', () => {
  const env = { ...filled, ...Object.fromEntries(databasePasswords.map((name) => [name, `the ${name}`])) }
  const known = Object.entries(services).map(([name, service]) => [
    name,
    databasePasswords.filter((one) =>
      Object.values(environmentOf(service, env)).some((value) => value.includes(`the ${one}`)),
    ),
  ])
  expect(Object.fromEntries(known)).toEqual({
    bot: ['BOT_DATABASE_PASSWORD'],
    service: ['SERVICE_DATABASE_PASSWORD'],
    postgres: ['POSTGRES_PASSWORD'],
    caddy: [],
  })
  const { content } = configs.databases
  for (const [who, url] of [
    ['bot', environmentOf(services['bot'] ?? {}, env)['DATABASE_URL'] ?? ''],
    ['service', environmentOf(services['service'] ?? {}, env)['SERVICE_DATABASE_URL'] ?? ''],
  ] as const) {
    const { username, pathname } = new URL(url)
    expect(username).toBe(who)
    expect(content).toContain(`create role ${who} login password`)
    expect(content).toContain(`create database ${pathname.slice(1)} owner ${who};`)
  }
  expect(content).toContain('revoke connect on database onboarding, service, postgres from public;')
})

test('.env.example names nothing that is not needed, and holds no secret', () => {
  const others = ['BOT_DOMAIN', 'TRACKER_DOMAIN', ...databasePasswords]
  const known = [...variables, ...others] as readonly string[]
  expect(Object.keys(example).filter((name) => !known.includes(name))).toEqual([])
  const values = Object.entries(example).filter(([name]) => !name.endsWith('_DOMAIN'))
  expect(values.map(([, value]) => value).join('')).toBe('')
})

test.each(Object.entries(services))(
  '%s has a limit of memory, and no rights beyond its own',
  (_, service) => {
    expect(service.mem_limit).toMatch(/^\d+[mg]$/)
    expect(service).toMatchObject({ cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] })
  },
)

test('another tracker takes the place of the service', () => {
  const baseUrl = 'https://tracker.fabrikam.example'
  const other = { ...filled, ONBOARDING_BASE_URL: baseUrl, ONBOARDING_API_KEY: 'key' }
  expect(configure(other).bot.tracker).toEqual({ mode: 'remote', baseUrl, apiKey: 'key' })
})

test('Prometheus, as docs/operations.md says, watches every container that has metrics', () => {
  const [, text = ''] = /```yaml\n([^`]*dns_sd_configs[^`]*)```/.exec(read('docs/operations.md')) ?? []
  const { scrape_configs: jobs } = parse(text) as { scrape_configs: { dns_sd_configs: object[] }[] }
  const watched = Object.entries(services).filter(([, { environment }]) => environment?.['OPS_PORT'])
  expect(jobs.flatMap(({ dns_sd_configs: found }) => found)).toEqual(
    watched.map(([name, { environment }]) => ({ names: [name], type: 'A', port: environment?.['OPS_PORT'] })),
  )
})

test('the proxy leads to both programs', () => {
  const caddyfile = read('deploy/Caddyfile')
  expect(caddyfile).toMatch(/{\$BOT_DOMAIN} {[^]*dynamic a bot 3000/)
  expect(caddyfile).toMatch(/{\$TRACKER_DOMAIN} {\s*reverse_proxy service:4300/)
})
