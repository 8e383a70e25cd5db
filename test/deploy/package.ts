import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeArtifacts } from '../../deploy/build/artifacts.ts'
import { putDependencies } from './image.ts'

/** Builds and packs as a release does, and unpacks the package in a new folder beside what npm would install with it. */
export const installPackage = () => {
  const folder = mkdtempSync(join(tmpdir(), 'onboarding-package-'))
  const packed = writeArtifacts(folder)
  const home = join(folder, 'node_modules/onboarding-for-slack')
  mkdirSync(home, { recursive: true })
  execFileSync('tar', ['-xzf', join(folder, packed.filename), '-C', home, '--strip-components=1'])
  putDependencies(folder, ({ dev, devOptional }) => !dev && !devOptional)
  return {
    folder,
    home,
    bin: join(home, 'dist/bin.js'),
    tarball: packed.filename,
    bytes: packed.size,
    files: packed.files.map(({ path }) => path),
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  }
}
