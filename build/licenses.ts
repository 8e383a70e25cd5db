import { readFileSync, writeFileSync } from 'node:fs'

/** `npm run licenses`: writes docs/licenses.md from package-lock.json. A test compares. */
interface Locked {
  readonly version?: string
  readonly license?: string
  readonly dev?: boolean
  readonly devOptional?: boolean
}

const root = new URL('../', import.meta.url)

const packages = () => {
  const lock = JSON.parse(readFileSync(new URL('package-lock.json', root), 'utf8')) as {
    packages: Record<string, Locked>
  }
  return Object.entries(lock.packages)
    .filter(([path]) => path !== '')
    .map(([path, { version = '', license = 'unknown', dev, devOptional }]) => ({
      name: `${path.replace(/^.*node_modules\//, '')} ${version}`,
      license,
      isShipped: !dev && !devOptional,
    }))
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

Development only: ${inOrder(licensesOf(false)).join(', ')}.
`
}

if (import.meta.main) writeFileSync(new URL('docs/licenses.md', root), licensesPage())
