import { readFileSync, writeFileSync } from 'node:fs'
import { vendored } from './vendored.ts'

/** `npm run licenses`: writes docs/licenses.md from package-lock.json. A test compares. */
interface Locked {
  readonly version?: string
  readonly license?: string
  readonly dev?: boolean
  readonly devOptional?: boolean
}

const root = new URL('../../', import.meta.url)

const packages = () => {
  const lock = JSON.parse(readFileSync(new URL('package-lock.json', root), 'utf8')) as {
    packages: Record<string, Locked>
  }
  return Object.entries(lock.packages)
    .filter(([path]) => path !== '')
    .map(([path, { version = '', license = 'unknown', dev, devOptional }]) => ({
      name: `${path.replace(/^.*node_modules\//, '')} ${version}`,
      license,
      isShipped: (!dev && !devOptional) || vendored.some((name) => path === `node_modules/${name}`),
    }))
}

/** Why each dependency is shipped. */
export const reasons: Readonly<Record<string, string>> = {
  '@fastify/cookie': 'the signed sessions of the tracker’s pages',
  '@fastify/formbody': 'the forms of the tracker’s pages',
  '@picocss/pico': 'how the tracker’s pages look',
  '@slack/bolt': 'what Slack sends: signatures, retries, events, commands',
  '@slack/oauth': 'installing the app by a button, in many workspaces',
  '@slack/socket-mode': 'Slack without a public address',
  '@slack/types': 'the types of Block Kit',
  '@slack/web-api': 'calls to Slack',
  eta: 'the templates of the tracker’s pages',
  fastify: 'the HTTP servers of the service, the install pages, and the playground',
  'htmx.org': 'the tracker’s pages change in place without a build',
  kysely: 'one SQL for SQLite and PostgreSQL, with types',
  'lru-cache': 'caches with a bound',
  pg: 'PostgreSQL',
  pino: 'the log, with secrets removed',
  'prom-client': 'metrics for Prometheus',
  'openid-client': 'signing in by the company’s OpenID Connect',
  '@zxcvbn-ts/core': 'refuses passwords that are easy to guess',
  '@zxcvbn-ts/language-common': 'its list of common passwords',
  undici: 'calls to the tracker and to receivers, with pools, deadlines, and bounds',
  zod: 'the contract, the environment, and whatever else comes from outside',
  htm: 'the playground’s page; a copy in the package, not in the image',
  preact: 'the playground’s page; a copy in the package, not in the image',
}

/** The licenses, each with its packages. */
export const licensesOf = (isShipped: boolean): Map<string, string[]> => {
  const found = Map.groupBy(
    packages().filter((one) => one.isShipped === isShipped),
    ({ license }) => license,
  )
  return new Map(
    [...found].map(([license, all]) => [license, [...new Set(all.map(({ name }) => name))].sort()]),
  )
}

const inOrder = (licenses: Map<string, string[]>) => [...licenses.keys()].sort()

const withoutVersions = (names: readonly string[]) =>
  [...new Set(names.map((name) => name.replace(/ \S+$/, '')))].join(', ')

export const licensesPage = (): string => {
  const shipped = licensesOf(true)
  return `# Licenses

For whoever checks what may be shipped: the license of each dependency in the package and the image. Onboarding for Slack itself is under the [MIT license](../LICENSE).

\`npm run licenses\` makes this page from \`package-lock.json\`, which has the versions. A test refuses licenses that would bind what is built on this.

${inOrder(shipped)
  .map((license) => `- **${license}**: ${withoutVersions(shipped.get(license) ?? [])}.`)
  .join('\n')}

## Why each is needed

Others come with these.

${Object.entries(reasons)
  .map(([name, why]) => `- **${name}**: ${why}`)
  .join('\n')}

Development only: ${inOrder(licensesOf(false)).join(', ')}.
`
}

if (import.meta.main) writeFileSync(new URL('docs/licenses.md', root), licensesPage())
