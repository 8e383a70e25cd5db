import { createRequire } from 'node:module'

// Plain JavaScript, loaded first: an older Node cannot read what comes next.
const { engines, devDependencies } = createRequire(import.meta.url)('../../package.json')
const isClone = import.meta.url.endsWith('/src/start/needs-node.js')

// Node 22 cannot run our TypeScript. It runs what is compiled from it.
const oldest = isClone ? devDependencies.node.replace(/\..*/, '') : engines.node.replace(/[^\d.]/g, '')
const remedy = isClone
  ? 'install it, or run npm ci without NODE_ENV=production, which includes it'
  : 'install it'

const parts = (version) => version.split('.').map((part) => Number.parseInt(part))
const [major, minor] = parts(process.version.slice(1))
const [oldestMajor, oldestMinor = 0] = parts(oldest)

if (major < oldestMajor || (major === oldestMajor && minor < oldestMinor)) {
  process.stderr.write(
    `This is Node ${process.version}, but this program needs Node ${oldest} or newer: ${remedy}.\n`,
  )
  process.exit(1)
}
