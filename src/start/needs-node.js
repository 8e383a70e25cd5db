import { createRequire } from 'node:module'

// Plain JavaScript, loaded first: an older Node cannot read our TypeScript.
const { engines } = createRequire(import.meta.url)('../../package.json')
const oldest = engines.node.replace(/\D+/, '')

if (Number.parseInt(process.version.slice(1)) < Number(oldest)) {
  process.stderr.write(
    `This is Node ${process.version}, but this program needs Node ${oldest} or newer: install it, or run npm ci without NODE_ENV=production, which includes it.\n`,
  )
  process.exit(1)
}
