import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { vendored } from './vendored.ts'
import { sectionOf } from './release-problems.ts'

const root = join(import.meta.dirname, '../..')

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

/** Everything in the package (CycloneDX). npm leaves out what is only copied into it, and names it after the folder. */
const writeBom = (path: string, { name }: Packed) => {
  const listed = (...more: string[]) =>
    JSON.parse(
      npm(
        'sbom',
        '--silent',
        '--sbom-format=cyclonedx',
        '--sbom-type=application',
        '--package-lock-only',
        ...more,
      ),
    ) as { metadata: { component: { name: string } }; components: { name: string }[] }
  const bom = listed('--omit=dev')
  bom.metadata.component.name = name
  const isCopied = (one: string) => vendored.some((each) => each === one)
  bom.components.push(...listed().components.filter((one) => isCopied(one.name)))
  writeFileSync(path, `${JSON.stringify(bom, null, 2)}\n`)
}

/** What runs the image, and what watches it. The same files give the same archive. */
const deployment = ['.env.example', 'compose.yaml', 'deploy', 'manifest.yml']
const writeDeployment = (path: string): string[] => {
  const same = [
    '--sort=name',
    '--owner=0',
    '--group=0',
    '--numeric-owner',
    '--mtime=@0',
    '--mode=u=rwX,go=rX',
    // It makes the image, and runs nothing.
    '--exclude=deploy/build',
  ]
  const prefix = basename(path, '.tar.gz')
  const tar = (...args: string[]) => execFileSync('tar', args, { cwd: root, encoding: 'utf8' })
  tar('-cf', path, '--use-compress-program=gzip -n', ...same, '--transform', `s,^,${prefix}/,`, ...deployment)
  return tar('-tf', path).trim().split('\n')
}

const bytesOf = (path: string) => statSync(path).size.toLocaleString('en-US')

/**
 * Builds and packs into a folder: the package, a list of everything in it, the files for a deployment, notes, what each
 * of these holds, and checksums of them all.
 */
export const writeArtifacts = (folder: string): Packed => {
  const answer = npm('pack', '--json', '--silent', '--pack-destination', folder)
  // The build prints before it.
  const [packed] = JSON.parse(answer.slice(answer.indexOf('[\n'))) as [Packed]
  const base = packed.filename.replace(/\.tgz$/, '')
  const [bom, deploy] = [`${base}.cdx.json`, `${base}-deploy.tar.gz`]
  writeBom(join(folder, bom), packed)
  const deployed = writeDeployment(join(folder, deploy))
  const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8')
  const notes = sectionOf(changelog, packed.version) ?? sectionOf(changelog, 'Unreleased') ?? ''
  writeFileSync(join(folder, 'NOTES.md'), notes.split('\n').slice(1).join('\n').trim())
  const held = {
    [packed.filename]: 'the package: npx or npm install --global takes it',
    [bom]: 'what the package and its dependencies are (CycloneDX)',
    [deploy]: 'Compose, Kubernetes, alarms, dashboards, and the manifest of the Slack app',
    'NOTES.md': 'what is new',
  }
  const lines = Object.entries(held).map(
    ([name, what]) => `${name}  ${bytesOf(join(folder, name))} bytes  ${what}`,
  )
  const inside = [packed.files.map(({ path }) => `package/${path}`), deployed]
  const lists = [packed.filename, deploy].map((name, at) => `\n${name}\n${inside[at]?.join('\n')}`)
  writeFileSync(join(folder, 'CONTENTS.txt'), `${[...lines, ...lists].join('\n')}\n`)
  const sums = [...Object.keys(held), 'CONTENTS.txt'].map(
    (name) => `${sha256(join(folder, name))}  ${name}\n`,
  )
  writeFileSync(join(folder, 'SHA256SUMS'), sums.join(''))
  return packed
}

if (import.meta.main) writeArtifacts(process.argv[2] ?? root)
