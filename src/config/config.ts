import { entered } from '../contract/text.ts'
import { isLoopback, isOwnNetwork, urlHost } from '../contract/address.ts'
import { demoApiKey } from '../service/demo/organization.ts'
import { exposure } from './exposure.ts'
import { environmentSchema, type Environment, type Given, leadsHere, variables } from './variables.ts'

const weakKey =
  'must be at least 20 characters and not the demo key, which is public; create one with: openssl rand -hex 24'

/** Lists all problems of a configuration, one per line, without the values. */
export class ConfigProblem extends Error {
  override name = 'ConfigProblem' as const
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(['Configuration errors:', ...problems.map((line) => `  ${line}`)].join('\n'))
    this.problems = problems
  }
}

const sources = {
  SLACK_BOT_TOKEN:
    'copy the "Bot User OAuth Token" (xoxb-…) from OAuth & Permissions in the Slack app, or set SLACK_CLIENT_ID for many workspaces',
  SLACK_SIGNING_SECRET:
    'copy it from Basic Information in the Slack app, or set SLACK_APP_TOKEN for Socket Mode',
  SLACK_CLIENT_ID: 'copy it from Basic Information in the Slack app; it belongs to SLACK_CLIENT_SECRET',
  SLACK_CLIENT_SECRET: 'copy it from Basic Information in the Slack app; it belongs to SLACK_CLIENT_ID',
  ENCRYPTION_KEYS:
    'tokens of installed workspaces are encrypted with it; create a key with: openssl rand -base64 32',
  ONBOARDING_BASE_URL: "set it to the tracker's address, without /v1",
  ONBOARDING_API_KEY: "copy it from the tracker's settings page",
  ONBOARDING_WEBHOOK_SECRET: 'create one with: openssl rand -hex 24',
  PUBLIC_URL:
    'set it to the URL at which the tracker and browsers reach this bot, such as https://onboarding.example.com',
  DATABASE_URL: 'use postgres://user:password@host/name, or sqlite:path on one machine',
  SERVICE_API_KEY: 'the demo key is public; create one with: openssl rand -hex 24',
  SERVICE_OIDC_ISSUER: 'it belongs to SERVICE_OIDC_CLIENT_ID: the address of your identity provider',
  SERVICE_OIDC_CLIENT_ID: 'it belongs to SERVICE_OIDC_ISSUER: the identity provider shows it',
  SERVICE_OIDC_CLIENT_SECRET: 'it belongs to SERVICE_OIDC_ISSUER: the identity provider shows it',
} as const
type Source = keyof typeof sources

const shapes = {
  SLACK_BOT_TOKEN: ['xoxb-', 'must begin with xoxb-; user and app tokens are not accepted'],
  SLACK_APP_TOKEN: ['xapp-', 'must begin with xapp-; create it under App-Level Tokens'],
} as const

type Problem = readonly [variable: string, wayOut: string]
type ProblemsOf = (given: Given, production: boolean) => Problem[]

const missing = (given: Given, needed: Partial<Record<Source, boolean>>): Problem[] =>
  (Object.keys(needed) as Source[])
    .filter((name) => needed[name] && !given[name])
    .map((name) => [name, `is not set; ${sources[name]}`])

/** Only Slack's own tokens have a known shape. A compatible server may use another one. */
const misshaped = (given: Given): Problem[] =>
  (Object.keys(shapes) as (keyof typeof shapes)[])
    .filter((name) => !given.SLACK_API_URL && given[name]?.startsWith(shapes[name][0]) === false)
    .map((name) => [name, shapes[name][1]])

/** Workspaces install the app, and the environment names none. */
const isOnlyOAuth = ({ SLACK_CLIENT_ID: client, SLACK_BOT_TOKEN: bot }: Given | Environment): boolean =>
  !!client && !bot

const botProblems: ProblemsOf = (given, production) => {
  const { SLACK_BOT_TOKEN: bot, SLACK_SIGNING_SECRET: signing, SLACK_APP_TOKEN: app } = given
  const { SLACK_CLIENT_ID: client, SLACK_CLIENT_SECRET: clientSecret } = given
  const { ONBOARDING_BASE_URL: base, ONBOARDING_API_KEY: key } = given
  const needed = {
    SLACK_BOT_TOKEN: (production || !!signing || !!app) && !client && !clientSecret,
    SLACK_SIGNING_SECRET: (production || !!bot || !!client) && !app,
    SLACK_CLIENT_ID: !!clientSecret,
    SLACK_CLIENT_SECRET: !!client,
    ENCRYPTION_KEYS: !!client,
    // Workspaces that install the app by OAuth connect their own trackers.
    ONBOARDING_BASE_URL: (production && !isOnlyOAuth(given)) || !!key,
    ONBOARDING_API_KEY: (production && !isOnlyOAuth(given)) || !!base,
    ONBOARDING_WEBHOOK_SECRET: production && (!isOnlyOAuth(given) || !!base),
    // A tracker on another machine can't reach the default address, so all its deliveries would fail.
    PUBLIC_URL: production && (!!client || (given.ONBOARDING_SUBSCRIBE !== 'off' && !leadsHere(base ?? ''))),
    DATABASE_URL: production,
  }
  return [...missing(given, needed), ...misshaped(given)]
}

const serviceProblems: ProblemsOf = (given, production) => missing(given, { SERVICE_API_KEY: production })

/** The company's sign-in needs all of them. */
const oidcProblems: ProblemsOf = (given) => {
  const {
    SERVICE_OIDC_ISSUER: issuer,
    SERVICE_OIDC_CLIENT_ID: id,
    SERVICE_OIDC_CLIENT_SECRET: secret,
  } = given
  const isWanted = !!issuer || !!id || !!secret
  return missing(given, {
    SERVICE_OIDC_ISSUER: isWanted,
    SERVICE_OIDC_CLIENT_ID: isWanted,
    SERVICE_OIDC_CLIENT_SECRET: isWanted,
  })
}

export const isWeakKey = (key: string): boolean => key === demoApiKey || key.length < 20

const unencrypted =
  'must be https in production, because tokens and texts go there; http:// only to a private address or name, such as 10.0.0.5 or tracker.internal'

/** Proxies are no destination: calls through them stay encrypted. */
const isUnencrypted = (given: Given, name: (typeof variables)[number]): boolean => {
  const url = name.endsWith('_URL') ? URL.parse(given[name] ?? '') : null
  return url?.protocol === 'http:' && !isOwnNetwork(url.hostname)
}

const startProblems: ProblemsOf = (given, production) => {
  const key = given.SERVICE_API_KEY
  const isWeak = production && !!key && isWeakKey(key)
  const exposes = given.PLAYGROUND_EXPOSE === '1'
  const refusedHosts = (['HOST', 'OPS_HOST'] as const).filter(
    (name) => !production && !exposes && given[name] && !isLoopback(given[name]),
  )
  return [
    ...(isWeak ? [['SERVICE_API_KEY', weakKey] as const] : []),
    ...variables
      .filter((name) => production && isUnencrypted(given, name))
      .map((name) => [name, unencrypted] as const),
    ...refusedHosts.map((name) => [name, exposure.refusal] as const),
  ]
}

/** Other programs name these in lower case, too. */
const valueIn = (env: NodeJS.ProcessEnv, name: (typeof variables)[number]) =>
  (name.endsWith('_PROXY') && entered(env[name.toLowerCase()] ?? '')) || entered(env[name] ?? '')

/** An empty value counts as not set, because `.env` files often have empty lines. */
const givenIn = (env: NodeJS.ProcessEnv): Given =>
  Object.fromEntries(variables.map((name) => [name, valueIn(env, name)]).filter(([, value]) => value))

const read = (env: NodeJS.ProcessEnv, problemsOf: ProblemsOf): Environment => {
  const given = givenIn(env)
  const result = environmentSchema.safeParse(given)
  const problems = new Map(result.error?.issues.map(({ path, message }) => [String(path[0]), message]))
  const production = given.NODE_ENV === 'production'
  for (const [variable, wayOut] of problemsOf(given, production))
    if (!problems.has(variable)) problems.set(variable, wayOut)
  if (!result.success || problems.size > 0) {
    throw new ConfigProblem([...problems].map(([variable, wayOut]) => `${variable} ${wayOut}.`))
  }
  return result.data
}

const slackOf = (values: Environment) => {
  const { SLACK_BOT_TOKEN: botToken, SLACK_SIGNING_SECRET: signingSecret, SLACK_APP_TOKEN: appToken } = values
  const apiUrl = values.SLACK_API_URL
  const isSlack = botToken !== undefined || values.SLACK_CLIENT_ID !== undefined
  if (isSlack && appToken) return { mode: 'socket', botToken, appToken, apiUrl } as const
  if (isSlack && signingSecret) return { mode: 'http', botToken, signingSecret, apiUrl } as const
  return { mode: 'playground' } as const
}

const oauthOf = (values: Environment) => {
  const { SLACK_CLIENT_ID: clientId, SLACK_CLIENT_SECRET: clientSecret, ENCRYPTION_KEYS: keys } = values
  if (!clientId || !clientSecret || !keys) return undefined
  // Slack's consent page is on the same host as its API, also on slack-gov.com.
  return { clientId, clientSecret, authorizeUrl: new URL('../oauth/v2/authorize', values.SLACK_API_URL).href }
}

const companyOf = (values: Environment) => {
  const { SERVICE_OIDC_ISSUER: issuer, SERVICE_OIDC_CLIENT_ID: clientId } = values
  const { SERVICE_OIDC_CLIENT_SECRET: clientSecret, SERVICE_OIDC_CLAIM: claim } = values
  return issuer && clientId && clientSecret ? { issuer, clientId, clientSecret, claim } : undefined
}

const trackerOf = (values: Environment) => {
  const { ONBOARDING_BASE_URL: baseUrl, ONBOARDING_API_KEY: apiKey } = values
  if (baseUrl && apiKey) return { mode: 'remote', baseUrl, apiKey } as const
  if (isOnlyOAuth(values)) return { mode: 'none' } as const
  return { mode: 'embedded' } as const
}

/** Undefined: no proxy. HTTP_PROXY alone serves https, too. */
const proxiesOf = ({ HTTP_PROXY: httpProxy, HTTPS_PROXY: httpsProxy, NO_PROXY: noProxy }: Environment) =>
  httpProxy || httpsProxy ? { httpProxy, httpsProxy, noProxy } : undefined

const build = (values: Environment) => {
  const production = values.NODE_ENV === 'production'
  const host = values.HOST ?? (production ? '0.0.0.0' : '127.0.0.1')
  return {
    production,
    port: values.PORT,
    host,
    /** Undefined: metrics and readiness reasons are on the bot's port, for this machine only. */
    ops:
      values.OPS_PORT === undefined
        ? undefined
        : { port: values.OPS_PORT, host: values.OPS_HOST ?? '127.0.0.1' },
    ownUrls: [values.PUBLIC_URL, values.SERVICE_PUBLIC_URL].filter((url) => url !== undefined),
    /** If PORT is 0, the listener puts the real port into the default. */
    publicUrl: values.PUBLIC_URL ?? `http://${urlHost(host)}:${values.PORT}`,
    /** Without `botToken`: only workspaces that install the app by OAuth. */
    slack: slackOf(values),
    /** Undefined: nobody can install the app by OAuth. */
    oauth: oauthOf(values),
    /** Newest first. */
    encryptionKeys: values.ENCRYPTION_KEYS ?? [],
    /** `none`: each workspace connects its own. */
    tracker: trackerOf(values),
    /** Private networks in which the trackers of admins may live in production. */
    trackerNetworks: values.TRACKER_NETWORKS ?? [],
    /** On the way to Slack, trackers, and the service's receivers. */
    proxies: proxiesOf(values),
    /** Undefined only outside production. Then one is created and stored under `dataDir`. */
    webhookSecret: values.ONBOARDING_WEBHOOK_SECRET,
    integrationUuid: values.ONBOARDING_INTEGRATION_UUID,
    apiUserUuid: values.ONBOARDING_API_USER_UUID,
    subscribe: values.ONBOARDING_SUBSCRIBE,
    /** For PostgreSQL: the most connections. */
    database: { pool: values.DATABASE_POOL },
    databaseIsDefault: values.DATABASE_URL === undefined,
    databaseUrl: values.DATABASE_URL ?? `sqlite:${values.DATA_DIR}/onboarding.db`,
    dataDir: values.DATA_DIR,
    logLevel: values.LOG_LEVEL,
    service: {
      port: values.SERVICE_PORT,
      publicUrl: values.SERVICE_PUBLIC_URL,
      trustedProxies: values.SERVICE_TRUSTED_PROXIES,
      databaseUrl: values.SERVICE_DATABASE_URL ?? `sqlite:${values.DATA_DIR}/service.db`,
      apiKey: values.SERVICE_API_KEY,
      writesPerMinute: values.SERVICE_WRITES_PER_MINUTE,
      monthlyQuota: values.SERVICE_MONTHLY_QUOTA,
      megabytesPerDay: values.SERVICE_MEGABYTES_PER_DAY,
      /** Undefined: the team signs in with passwords and links alone. */
      oidc: companyOf(values),
      hookRetryMs: values.SERVICE_HOOK_RETRY_SECONDS,
      privateHooks: values.SERVICE_PRIVATE_HOOKS ?? !production,
      legacyIds: values.SERVICE_LEGACY_IDS,
    },
    playground: { port: values.PLAYGROUND_PORT },
  }
}

export type Config = ReturnType<typeof build>
/** Without what is checked for the bot alone. */
export type ServiceConfig = Omit<
  Config,
  'slack' | 'oauth' | 'encryptionKeys' | 'tracker' | 'webhookSecret' | 'publicUrl' | 'databaseUrl'
>

const starting =
  (problemsOf: ProblemsOf): ProblemsOf =>
  (given, production) => [
    ...problemsOf(given, production),
    ...oidcProblems(given, production),
    ...startProblems(given, production),
  ]

export const readConfig = (env: NodeJS.ProcessEnv): Config => build(read(env, starting(botProblems)))

export const readServiceConfig = (env: NodeJS.ProcessEnv): ServiceConfig =>
  build(read(env, starting(serviceProblems)))

/** For commands that only need to know where the data are. They listen nowhere. */
export const readDataConfig = (
  env: NodeJS.ProcessEnv,
): Pick<Config, 'production' | 'dataDir' | 'databaseUrl' | 'integrationUuid' | 'service'> =>
  build(read(env, () => []))

/** For the operator's commands on the bot's database. Without its address, production would open an empty one. */
export const readAdminConfig = (
  env: NodeJS.ProcessEnv,
): Pick<Config, 'databaseUrl' | 'encryptionKeys' | 'slack' | 'tracker'> =>
  build(read(env, (given, production) => missing(given, { DATABASE_URL: production })))
