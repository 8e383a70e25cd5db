import { createRequire } from 'node:module'

// Plain JavaScript, loaded before the rest: an older Node cannot even read our TypeScript.
const { engines } = createRequire(import.meta.url)('../../package.json')
const oldest = engines.node.replace(/\D+/, '')

if (Number.parseInt(process.version.slice(1)) < Number(oldest)) {
  process.stderr.write(
    `This is Node ${process.version}, and it needs Node ${oldest} or newer: install one, or run npm ci without NODE_ENV=production, which brings one along.\n`,
  )
  process.exit(1)
}
