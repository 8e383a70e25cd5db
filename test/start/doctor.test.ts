import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createServer } from 'node:http'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test, vi } from 'vitest'
import { scopes } from '../../src/bot/slack/scopes.ts'
import { runDoctor } from '../../src/start/commands/doctor.ts'
import { checkDatabase } from '../../src/start/commands/doctor-database.ts'
import { storeInstall } from '../../src/bot/installations/store/installations.ts'
import { openDatabase } from '../../src/bot/store/database.ts'
import { installOf, newKey, newVault } from '../bot/installations/installing.ts'
import { runningBot } from '../bot/support/running-bot.ts'
import { trackerOverHttp } from '../bot/support/tracker-over-http.ts'
import { production as complete } from '../config-problems.ts'
import { noteStep } from '../database/journal.ts'
import { childEnvironment } from '../support/run-main.ts'
import { freshDatabaseUrl } from '../support/databases.ts'
import { httpsServer, trustAuthority } from '../support/certificates.ts'
import { freePort } from '../support/free-port.ts'
import { listening } from '../support/listening.ts'
import { quickFolder } from '../support/quick-folder.ts'
import { root } from '../support/files.ts'

/** Runs the command. Returns its exit status and what it printed. */
const doctor = async (env: NodeJS.ProcessEnv) => {
  const printed: string[] = []
  const spy = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    printed.push(String(text))
    return true
  })
  try {
    return { status: await runDoctor(env, []), text: steady(printed.join('')) }
  } finally {
    spy.mockRestore()
  }
}

const steady = (text: string) =>
  text
    .replaceAll(/127\.0\.0\.1:\d+/g, '127.0.0.1:PORT')
    .replaceAll(/within \d+ seconds?/g, 'within N seconds')
    .replaceAll(/all \d+ migrations/g, 'all N migrations')
    .replaceAll(/PostgreSQL [\w.]+/g, 'PostgreSQL N')

/** What production needs, beside a bot that runs or not. */
const production = async (more: NodeJS.ProcessEnv = {}) => {
  const running = await runningBot()
  const { slack } = running
  slack.grants(Object.keys(scopes).join(','))
  const tracker = await trackerOverHttp(running.tracker)
  onTestFinished(() => tracker.close())
  const port = await freePort()
  const env = {
    ...complete,
    PORT: String(port),
    HOST: '127.0.0.1',
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    SLACK_API_URL: slack.apiUrl,
    ONBOARDING_BASE_URL: tracker.url,
    DATABASE_URL: await freshDatabaseUrl('postgres'),
    ...more,
  }
  return { running, env }
}

test('before the first start, the doctor checks everything that Slack is not needed for, and the way back to the port', async () => {
  const { env } = await production()
  const { status, text } = await doctor(env)
  expect(text).toMatchInlineSnapshot(`
    "All 11 checks passed.
    ✓ Good · Configuration: every variable that is needed is set
    ✓ Good · Running bot: none on this machine
    ✓ Good · DATABASE_URL: PostgreSQL N; it can be written to
    ✓ Good · DATABASE_URL: this version can use its tables
    ✓ Good · PUBLIC_URL: http://127.0.0.1:PORT reaches this app
    ✓ Good · Tracker key: accepted
    ✓ Good · Quota and pace: 1 of 100 calls this month; at most one write a second
    ✓ Good · Slack token: accepted by Vendor as onboarding
    ✓ Good · Slack scopes: all 21 granted
    ✓ Good · Clock: within N seconds of Slack’s
    ✓ Good · Slack manifest: its three addresses must be http://127.0.0.1:PORT/slack/events, unless Slack reaches this app by another host
    "
  `)
  expect(status).toBe(0)
})

test('the doctor names a lost encryption key', async () => {
  const oauth = { SLACK_CLIENT_ID: '1.2', SLACK_CLIENT_SECRET: 'client-secret', ENCRYPTION_KEYS: newKey() }
  const { env } = await production(oauth)
  const lost = newVault()
  await using database = await openDatabase(env.DATABASE_URL)
  await storeInstall(database.installations, lost, installOf('T2'), 1)
  const { status, text } = await doctor(env)
  expect(status).toBe(1)
  expect(text).toContain(`the key ${lost.keyIds[0]}, which encrypted secrets (1), is missing`)
})

test('beside a running bot, it proves that the address leads to that bot, although the bot has the database', async () => {
  const { running, env } = await production()
  const { port } = new URL(running.bot.url)
  const { text } = await doctor({
    ...env,
    PORT: port,
    PUBLIC_URL: running.bot.url,
    DATABASE_URL: running.databaseUrl,
  })
  expect(text).toContain('✓ Good · DATABASE_URL: SQLite; in use by a running program')
  expect(text).toContain('✓ Good · PUBLIC_URL: http://127.0.0.1:PORT reaches this app')
  expect(text).toContain('Running bot: ')
  const away = { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/x' }
  const unknown = await doctor({ ...env, ...away, PORT: port, PUBLIC_URL: running.bot.url })
  expect(unknown.text).toContain('PUBLIC_URL: http://127.0.0.1:PORT reaches this app or another one')
})

test('it asks the running bot for its reasons where OPS_HOST says', async () => {
  const bot = createServer((_request, response) => void response.end('{"ready":false,"reasons":["no disk"]}'))
  onTestFinished(() => void bot.close())
  // Another address of this machine than the doctor's first guess.
  const [host, port] = ['127.0.0.2', await freePort()]
  await once(bot.listen(port, host), 'listening')
  const { env } = await production({ OPS_HOST: host, OPS_PORT: String(port) })
  // A process of its own, because in this one tests reach 127.0.0.1 alone.
  const child = spawn(process.execPath, ['src/main.ts', 'doctor'], {
    cwd: root,
    env: { ...childEnvironment(), ...env },
  })
  expect(await text(child.stdout)).toContain('✗ Not working · Running bot: not ready: no disk')
})

test('what does not work comes first, with what to do; the exit status is 1', async () => {
  const other = createServer((_request, response) => void response.end('hello'))
  const url = `http://127.0.0.1:${await listening(other)}`
  const { env, running } = await production({
    PUBLIC_URL: url,
    DATABASE_URL: 'postgres://nobody:hush@127.0.0.1:1/x',
  })
  running.tracker.control.down = 'unauthorized'
  running.slack.fault.next = () => ({ body: { ok: false, error: 'invalid_auth' } })
  const { status, text } = await doctor(env)
  expect(status).toBe(1)
  expect(text).not.toContain('hush')
  expect(text).toMatchInlineSnapshot(`
    "7 checks: 4 not working, 3 good.
    ✗ Not working · DATABASE_URL: it can’t be used: connect ECONNREFUSED 127.0.0.1:PORT
       What to do: check the address, the user’s rights (also to create tables), and that the server accepts this machine
    ✗ Not working · PUBLIC_URL: http://127.0.0.1:PORT responds (200), but it isn’t this app
       What to do: set PUBLIC_URL to this app’s own address as the tracker sees it, and check the proxy or tunnel in front
    ✗ Not working · Tracker key: not working: the tracker is unauthorized
       What to do: create a new key in the tracker’s settings and set ONBOARDING_API_KEY to it
    ✗ Not working · Slack token: not working: auth.test: invalid_auth
       What to do: reinstall the app (OAuth & Permissions), and set SLACK_BOT_TOKEN to the token shown there
    ✓ Good · Configuration: every variable that is needed is set
    ✓ Good · Running bot: none on this machine
    ✓ Good · Slack manifest: its three addresses must be http://127.0.0.1:PORT/slack/events, unless Slack reaches this app by another host
    "
  `)
})

test('every variable that is missing or malformed is listed with its remedy', async () => {
  const { status, text } = await doctor({ NODE_ENV: 'production', PORT: 'x' })
  expect(status).toBe(1)
  expect(text).toContain('✗ Not working · PORT: must be a port number, 0 to 65535')
  expect(text).toContain(
    '✗ Not working · ONBOARDING_WEBHOOK_SECRET: is not set\n   What to do: create one with',
  )
})

test('a database of a newer version is not usable, and one that is not there yet is no problem', async () => {
  const { env } = await production()
  await noteStep(env.DATABASE_URL, '2999-01-01-bot-of-a-later-version')
  expect((await doctor(env)).text).toContain('a newer version of this program has used it')
  const missing = join(quickFolder(), `not-there-${process.pid}`, 'bot.db')
  const { status, text } = await doctor({ ...env, DATABASE_URL: `sqlite:${missing}` })
  expect(text).toContain('isn’t there yet; the first start creates it')
  expect(status).toBe(0)
})

test('a look at a database leaves no file beside it, which a restore would take for its own', async () => {
  const url = await freshDatabaseUrl('sqlite')
  const { findings } = await checkDatabase('DATABASE_URL', url)
  expect(findings.map(({ state }) => state)).toEqual(['good', 'good'])
  const file = url.slice('sqlite:'.length)
  expect(['', '-wal', '-shm'].filter((end) => existsSync(file + end))).toEqual([''])
})

test.each([
  ['self-signed', 'set NODE_EXTRA_CA_CERTS to a file with your company’s certificate authority'],
  ['expired', 'renew the tracker’s certificate; if it’s valid today, correct this machine’s clock'],
  ['for another host', 'the tracker’s certificate is for another host name: correct ONBOARDING_BASE_URL'],
] as const)('of a certificate that is %s, the doctor says what to do', async (which, remedy) => {
  if (which !== 'self-signed') trustAuthority()
  const url = await httpsServer(which)
  const { env } = await production({
    ONBOARDING_BASE_URL: url,
    SLACK_API_URL: `${url}/api/`,
    PUBLIC_URL: url,
  })
  const { text } = await doctor(env)
  expect(text).toContain(
    `What to do: ${which === 'self-signed' ? 'this machine doesn’t know who issued the tracker’s certificate: ' : ''}${remedy}`,
  )
  expect(text).toContain(remedy.replace('the tracker’s', 'Slack’s').replace('ONBOARDING_BASE', 'SLACK_API'))
  expect(text).toContain(remedy.replace('the tracker’s', 'its').replace('ONBOARDING_BASE', 'PUBLIC'))
})
