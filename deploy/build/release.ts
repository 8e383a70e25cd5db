import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { writeArtifacts } from './artifacts.ts'
import { releaseProblems } from './release-problems.ts'

/**
 * `npm run release`: checks, packs into release/, and tags last, so that a tag means that all of it worked. Pushing
 * the tag starts .github/workflows/release.yml, which tests and builds again, and publishes.
 */
const root = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()
const npm = (...args: string[]) => execFileSync('npm', args, { cwd: root, stdio: 'inherit' })

const { version } = JSON.parse(read('package.json')) as { version: string }
const versioned = ['package-lock.json', 'Dockerfile', 'compose.yaml', 'deploy/kubernetes/bot.yaml']
const problems = releaseProblems({
  version,
  changelog: read('CHANGELOG.md'),
  changes: git('status', '--porcelain'),
  branch: git('branch', '--show-current'),
  tags: git('tag', '--list').split('\n'),
  named: Object.fromEntries(versioned.map((file) => [file, read(file)])),
})
if (problems.length > 0) {
  process.stderr.write(`${version} cannot be released:\n${problems.map((line) => `  ${line}\n`).join('')}`)
  process.exit(1)
}

npm('test')
npm('run', 'smoke', '--', 'packed')
const folder = join(root, 'release')
rmSync(folder, { recursive: true, force: true })
mkdirSync(folder)
const { filename } = writeArtifacts(folder)
git('tag', '--annotate', `v${version}`, '--message', `Onboarding for Slack ${version}`)
process.stdout.write(`\nrelease/${filename} is ready. To publish it: git push origin v${version}\n`)
