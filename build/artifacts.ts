import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sectionOf } from './release-problems.ts'

const root = join(import.meta.dirname, '..')

interface Packed {
  readonly name: string
  readonly version: string
  readonly filename: string
  readonly size: number
  readonly files: readonly { readonly path: string }[]
}

const npm = (...args: string[]) =>
  execFileSync('npm', args, {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    maxBuffer: 1e8,
  })

const sha256 = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex')

/** Builds and packs into a folder, beside a list of everything in the package (CycloneDX), checksums, and notes. */
export const writeArtifacts = (folder: string): Packed => {
  const answer = npm('pack', '--json', '--silent', '--pack-destination', folder)
  // The build prints before it.
  const [packed] = JSON.parse(answer.slice(answer.indexOf('[\n'))) as [Packed]
  const sbom = packed.filename.replace(/\.tgz$/, '.cdx.json')
  const list = npm(
    'sbom',
    '--silent',
    '--sbom-format=cyclonedx',
    '--sbom-type=application',
    '--package-lock-only',
    '--omit=dev',
  )
  // npm names it after the folder of the clone.
  const bom = JSON.parse(list) as { metadata: { component: { name: string } } }
  bom.metadata.component.name = packed.name
  writeFileSync(join(folder, sbom), `${JSON.stringify(bom, null, 2)}\n`)
  const sums = [packed.filename, sbom].map((name) => `${sha256(join(folder, name))}  ${name}\n`)
  writeFileSync(join(folder, 'SHA256SUMS'), sums.join(''))
  const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8')
  const notes = sectionOf(changelog, packed.version) ?? sectionOf(changelog, 'Unreleased') ?? ''
  writeFileSync(join(folder, 'NOTES.md'), notes.split('\n').slice(1).join('\n').trim())
  return packed
}

if (import.meta.main) writeArtifacts(process.argv[2] ?? root)
