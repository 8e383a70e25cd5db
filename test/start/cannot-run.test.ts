import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from '../../src/config/config.ts'
import { plainReason } from '../../src/start/cannot-run.ts'
import { freshFolder } from '../support/fresh-folder.ts'
import { runMain } from '../support/run-main.ts'

// Reserved for documentation, so no machine has it.
const elsewhere = '203.0.113.7'

const errorOf = async (host: string) => {
  const server = createServer().listen(0, host)
  const [error] = await once(server, 'error')
  return error as Error
}

/** As Node says it of a port or a name. */
const systemError = (facts: object) => Object.assign(new Error('refused'), facts)

test.each([
  ['HOST', { HOST: elsewhere }],
  ['OPS_HOST', { OPS_HOST: elsewhere, OPS_PORT: '9464' }],
])('an address in %s that this machine lacks is named with the way out', async (variable, env) => {
  const config = readConfig({ ...env, PLAYGROUND_EXPOSE: '1' })
  expect(plainReason(await errorOf(elsewhere), config)).toBe(
    `${variable} is no address of this machine (EADDRNOTAVAIL): set it to one that is, such as 127.0.0.1, or to 0.0.0.0 for all.`,
  )
})

test('so is a name that leads nowhere', () => {
  const config = readConfig({ HOST: 'my-box', PLAYGROUND_EXPOSE: '1' })
  const error = systemError({ code: 'ENOTFOUND', syscall: 'getaddrinfo', hostname: 'my-box' })
  expect(plainReason(error, config)).toMatch(/^HOST is no address of this machine \(ENOTFOUND\)/)
})

test.each([
  [4_001, 'PORT'],
  [4_002, 'SERVICE_PORT'],
  [4_003, 'PLAYGROUND_PORT'],
  [4_004, 'OPS_PORT'],
])('port %i in use is named with %s', (port, variable) => {
  const ports = { PORT: '4001', SERVICE_PORT: '4002', PLAYGROUND_PORT: '4003', OPS_PORT: '4004' }
  const error = systemError({ code: 'EADDRINUSE', syscall: 'listen', port })
  expect(plainReason(error, readConfig(ports))).toBe(
    `Port ${port} is in use: stop the program that uses it, or set ${variable} to another port.`,
  )
})

test('a database that is down is named by its variables, and its password by nothing', () => {
  const { status, stderr } = runMain(['admin', 'set-aside'], {
    DATABASE_URL: 'postgres://nobody:hush@127.0.0.1:1/x',
  })
  expect([status, stderr]).toEqual([
    1,
    'The database can’t be reached (connect ECONNREFUSED 127.0.0.1:1): start it, or correct DATABASE_URL or SERVICE_DATABASE_URL.\n',
  ])
})

test('a port that needs more rights is not taken for the data directory', () => {
  const error = systemError({ code: 'EACCES', syscall: 'listen', address: '0.0.0.0', port: 80 })
  expect(plainReason(error, readConfig({ PORT: '80' }))).toBe(
    'Port 80 needs rights that this user lacks: set PORT to a port above 1023.',
  )
})

test('a backup that cannot be written names its own place, not DATA_DIR', () => {
  const home = freshFolder()
  for (const name of ['onboarding.db', 'a-file']) writeFileSync(join(home, name), '')
  const { status, stderr } = runMain(['backup', join(home, 'a-file/copy')], { DATA_DIR: home })
  expect([status, stderr]).toEqual([
    1,
    `${home}/a-file/.copy.unfinished cannot be used (ENOTDIR): name a place that this user can write to.\n`,
  ])
})
