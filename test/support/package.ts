import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { putDependencies, root } from './image.ts'

interface Packed {
  readonly filename: string
  readonly size: number
  readonly files: readonly { readonly path: string }[]
}

/** Builds and packs the package, and unpacks it in a new folder beside what npm would install with it. */
export const installPackage = () => {
  const folder = mkdtempSync(join(tmpdir(), 'onboarding-package-'))
  const pack = ['pack', '--json', '--silent', '--pack-destination', folder]
  const answer = execFileSync('npm', pack, {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  // The build prints before it.
  const [packed] = JSON.parse(answer.slice(answer.indexOf('[\n'))) as [Packed]
  const home = join(folder, 'node_modules/onboarding-for-slack')
  mkdirSync(home, { recursive: true })
  execFileSync('tar', ['-xzf', join(folder, packed.filename), '-C', home, '--strip-components=1'])
  putDependencies(folder, ({ dev, devOptional }) => !dev && !devOptional)
  return {
    folder,
    home,
    bin: join(home, 'dist/bin.js'),
    bytes: packed.size,
    files: packed.files.map(({ path }) => path),
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  }
}
