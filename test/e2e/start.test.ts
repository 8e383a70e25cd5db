import { chmodSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { freshFolder } from '../support/fresh-folder.ts'
import { listening } from '../support/listening.ts'
import { runMain } from '../support/run-main.ts'
import { createWorld } from '../support/world.ts'

// This starts whole processes while other tests run.
vi.setConfig({ testTimeout: 90_000 })

const ports = { PORT: '0', SERVICE_PORT: '0', PLAYGROUND_PORT: '0' }

/** Starts it with these variables, and expects one line of why it does not. */
const refusal = (env: Record<string, string>, uid?: number) => {
  const { status, stderr } = runMain([], { LOG_LEVEL: 'silent', ...ports, ...env }, uid)
  expect([status, stderr.trim().split('\n').length, stderr]).toEqual([1, 1, stderr])
  return stderr
}

const hasIpv6 = Object.values(networkInterfaces()).some((all) =>
  all?.some(({ address }) => address === '::1'),
)

test.runIf(hasIpv6)('with HOST=::1 all parts find each other', async () => {
  await using world = await createWorld({ HOST: '::1' })
  await world.start()
  const at = `http://[::1]:${world.env['PLAYGROUND_PORT']}`
  expect(world.output()).toContain(`Open ${at}/`)
  const answer = await fetch(`${at}/playground/api/commands`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ as: 'dana', channel: 'acme-onboarding', text: '/onboard help' }),
  })
  expect(await answer.json()).toEqual({ ok: true })
})

// cannot-run.test.ts has the other variables.
test('a port in use is one line that names the port and the variable, exit 1', async () => {
  const port = String(await listening(createServer()))
  const said = refusal({ SERVICE_PORT: port, DATA_DIR: freshFolder() })
  expect(said).toContain(`Port ${port} is in use`)
  expect(said).toContain('SERVICE_PORT')
})

test('a data directory that is a file, or that this user may not write, is one line, exit 1', () => {
  const folder = freshFolder()
  writeFileSync(join(folder, 'file'), '')
  expect(refusal({ DATA_DIR: join(folder, 'file') })).toContain('DATA_DIR')
  chmodSync(folder, 0o500)
  // An ordinary user cannot empty a folder that is locked.
  onTestFinished(() => chmodSync(folder, 0o700))
  // Root may write anywhere, so run it as the user `nobody`.
  const uid = process.getuid?.() === 0 ? 65_534 : undefined
  expect(refusal({ DATA_DIR: join(folder, 'below') }, uid)).toContain('DATA_DIR')
})
