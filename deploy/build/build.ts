import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, readdirSync, rmSync } from 'node:fs'
import { basename, extname, join, relative } from 'node:path'
import { vendored } from './vendored.ts'

/** `npm run build`: compiles src into dist, and copies what the program reads at run time. */
const root = join(import.meta.dirname, '../..')
const [src, dist] = [join(root, 'src'), join(root, 'dist')]
const tsc = join(root, 'node_modules/typescript/bin/tsc')

rmSync(dist, { recursive: true, force: true })
for (const project of ['tsconfig.json', 'tsconfig.types.json']) {
  execFileSync(process.execPath, [tsc, '-p', join(root, 'deploy/build', project)], { stdio: 'inherit' })
}
for (const entry of readdirSync(src, { recursive: true, withFileTypes: true })) {
  const file = relative(src, join(entry.parentPath, entry.name))
  if (entry.isFile() && !['.ts', '.md'].includes(extname(file))) cpSync(join(src, file), join(dist, file))
}
// The image's build has no playground.
if (existsSync(join(src, 'playground'))) {
  const { copyOf, installedFile, libraryNames } = await import('../../src/playground/libraries.ts')
  const vendor = join(dist, 'playground/vendor')
  for (const name of libraryNames) cpSync(installedFile(name), join(vendor, basename(copyOf(name).pathname)))
  for (const name of vendored)
    cpSync(join(root, 'node_modules', name, 'LICENSE'), join(vendor, `${name}.LICENSE`))
}
chmodSync(join(dist, 'bin.js'), 0o755)
