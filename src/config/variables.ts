import { isIP } from 'node:net'
import { z } from 'zod'
import {
  isLoopback,
  endsInVersion,
  isOneWord,
  isWebAddress,
  withoutSlashes,
  withoutVersion,
} from '../contract/address.ts'
import { demoApiKey } from '../service/demo/organization.ts'

/** The message says how to fix the value. It never contains the value, which may be a secret. */
const fit = (fits: (text: string) => boolean, wayOut: string) => z.string().refine(fits, { error: wayOut })

const isDatabase = (text: string) =>
  /^sqlite:./.test(text) || (/^postgres(ql)?:\/\//.test(text) && URL.canParse(text))
/** An IP address, or a network such as 10.0.0.0/8. */
const isAddress = (text: string) => {
  const [address = '', bits = '0', ...more] = text.split('/')
  const most = isIP(address) === 4 ? 32 : 128
  return isIP(address) !== 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= most && more.length === 0
}
export const leadsHere = (text: string) => isLoopback(URL.parse(text)?.hostname ?? '')

const port = fit(
  (text) => /^\d{1,5}$/.test(text) && Number(text) <= 65_535,
  'must be a port number, 0 to 65535',
).transform(Number)
const count = fit((text) => /^[1-9]\d{0,8}$/.test(text), 'must be a whole number above 0').transform(Number)
const flag = fit((text) => /^[01]$/.test(text), 'must be 1 or 0').transform((text) => text === '1')
const web = fit(
  isWebAddress,
  'must be an http:// or https:// address, without user, query, or fragment',
).transform(withoutSlashes)
const tracker = web.refine((url) => !endsInVersion(url), {
  error: ({ input }) => `must not end in /v1; set it to ${withoutVersion(String(input))}`,
})
const proxy = fit(
  (text) => /^https?:\/\/[^?#]+$/i.test(text) && URL.canParse(text),
  'must be an http:// or https:// address, such as http://proxy.example.com:3128',
)
const credential = fit(isOneWord, 'must be one word without spaces or line breaks')
const uuid = z.guid({ error: 'must be a UUID' }).transform((text) => text.toLowerCase())
const database = fit(isDatabase, 'must begin with postgres:// or be sqlite: and a path')
const delays = fit(
  (text) => /^\d+(\.\d+)?(\s*,\s*\d+(\.\d+)?)*$/.test(text),
  'must be seconds separated by commas, such as 1,5,30,120,600',
).transform((text) => text.split(',').map((seconds) => Math.round(Number(seconds) * 1_000)))
const addresses = fit(
  (text) => text.split(',').every((part) => isAddress(part.trim())),
  'must be IP addresses or networks such as 10.0.0.0/8, separated by commas',
).transform((text) => text.split(',').map((part) => part.trim()))
const pathSegment = fit(
  (text) => /^[A-Za-z0-9._~-]{16,}$/.test(text),
  'must be at least 16 letters, digits, dots, dashes, underscores, or tildes, because it is part of a URL; create one with: openssl rand -hex 24',
)

/** Exactly what `openssl rand -base64 32` prints. */
const encryptionKey = /^[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=$/
const encryptionKeys = fit(
  (text) => text.split(',').every((key) => encryptionKey.test(key.trim())),
  'must be base64 keys of 32 bytes, newest first, separated by commas; create one with: openssl rand -base64 32',
).transform((text) => text.split(',').map((key) => key.trim()))

/** The demo organization's integration, under which external links are created by default. */
export const demoIntegrationUuid = '7b1d5c1e-2f43-4d0a-9a59-0b0a6f3c9d11'

/** Defaults that depend on other variables are in `build`. */
export const environmentSchema = z.object({
  NODE_ENV: z.string().optional(),
  PORT: port.default(3000),
  HOST: z.string().optional(),
  PLAYGROUND_EXPOSE: flag.default(false),
  OPS_PORT: port.optional(),
  OPS_HOST: z.string().optional(),
  PUBLIC_URL: web.optional(),
  SLACK_BOT_TOKEN: credential.optional(),
  SLACK_SIGNING_SECRET: credential.optional(),
  SLACK_APP_TOKEN: credential.optional(),
  SLACK_CLIENT_ID: credential.optional(),
  SLACK_CLIENT_SECRET: credential.optional(),
  ENCRYPTION_KEYS: encryptionKeys.optional(),
  SLACK_API_URL: web.transform((url) => `${url}/`).default('https://slack.com/api/'),
  ONBOARDING_BASE_URL: tracker.optional(),
  ONBOARDING_API_KEY: credential.optional(),
  ONBOARDING_WEBHOOK_SECRET: pathSegment.optional(),
  ONBOARDING_INTEGRATION_UUID: uuid.default(demoIntegrationUuid),
  ONBOARDING_API_USER_UUID: uuid.optional(),
  HTTP_PROXY: proxy.optional(),
  HTTPS_PROXY: proxy.optional(),
  NO_PROXY: z.string().optional(),
  TRACKER_NETWORKS: addresses.optional(),
  ONBOARDING_SUBSCRIBE: z.enum(['auto', 'off'], { error: 'must be auto or off' }).default('auto'),
  DATABASE_URL: database.optional(),
  DATABASE_POOL: count.default(10),
  DATA_DIR: z.string().default('./data'),
  LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], {
      error: 'must be one of trace, debug, info, warn, error, fatal, silent',
    })
    .default('info'),
  SERVICE_PORT: port.default(4300),
  SERVICE_PUBLIC_URL: web.optional(),
  SERVICE_TRUSTED_PROXIES: addresses.optional(),
  SERVICE_DATABASE_URL: database.optional(),
  SERVICE_API_KEY: credential.default(demoApiKey),
  SERVICE_WRITES_PER_MINUTE: count.default(200),
  SERVICE_MONTHLY_QUOTA: count.default(100_000),
  SERVICE_MEGABYTES_PER_DAY: count.default(50),
  SERVICE_OIDC_ISSUER: web
    .refine((url) => url.startsWith('https:') || leadsHere(url), { error: 'must be an https:// address' })
    .optional(),
  SERVICE_OIDC_CLIENT_ID: credential.optional(),
  SERVICE_OIDC_CLIENT_SECRET: credential.optional(),
  SERVICE_OIDC_CLAIM: credential.default('email'),
  SERVICE_HOOK_RETRY_SECONDS: delays.default([1_000, 5_000, 30_000, 120_000, 600_000]),
  SERVICE_PRIVATE_HOOKS: flag.optional(),
  SERVICE_LEGACY_IDS: flag.default(false),
  PLAYGROUND_PORT: port.default(4400),
})
export type Environment = z.output<typeof environmentSchema>
type Variable = keyof Environment
export const variables = Object.keys(environmentSchema.shape) as readonly Variable[]
export type Given = Partial<Record<Variable, string>>
