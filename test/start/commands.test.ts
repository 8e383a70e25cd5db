import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parseArgs, commands } from '../../src/start/commands.ts'
import { manifest } from '../deploy/image.ts'
import { freshFolder } from '../support/fresh-folder.ts'
import { runMain } from '../support/run-main.ts'

const ran = async (typed: readonly string[], env: NodeJS.ProcessEnv) => {
  const { command, rest } = parseArgs(typed)
  const printed = 'run' in command ? await command.run(env, rest) : undefined
  return Array.isArray(printed) ? printed.join('\n') : printed
}

test('--help lists every command with a line each', () => {
  const { status, stdout, stderr } = runMain(['--help'])
  expect([status, stderr]).toEqual([0, ''])
  for (const [name, { help }] of Object.entries(commands))
    expect(stdout).toMatch(new RegExp(`^  ${name} +${help}$`, 'm'))
  expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThan(100)
})

test('--version prints the version of the package', () => {
  expect(runMain(['--version'])).toEqual({ status: 0, stdout: `${manifest.version}\n`, stderr: '' })
})

test.each([
  ['-h', '--help'],
  ['help', '--help'],
  ['start --help', '--help'],
  ['service -h', '--help'],
  ['-v', '--version'],
  ['version', '--version'],
])('%s is %s', (typed, meant) => {
  expect(parseArgs(typed.split(' '))).toEqual({ command: commands[meant], rest: [] })
})

test.each([
  ['backup', 'backup FOLDER'],
  ['backup --help', 'backup FOLDER'],
  ['migrate --from x', 'migrate --from sqlite:PATH --to postgres://USER@HOST/NAME'],
  ['doctor now', 'doctor'],
  ['manifest', 'manifest --host https://BOT.EXAMPLE.COM [--tracker https://TRACKER.EXAMPLE.COM]'],
  [
    'manifest --host http://bot',
    'manifest --host https://BOT.EXAMPLE.COM [--tracker https://TRACKER.EXAMPLE.COM]',
  ],
  [
    'manifest --host https://bot.example --tracker ',
    'manifest --host https://BOT.EXAMPLE.COM [--tracker https://TRACKER.EXAMPLE.COM]',
  ],
  ['service invite nobody', 'service invite PERSON@EXAMPLE.COM ["ORGANIZATION"]'],
  ['service add-organization --help', 'service add-organization "NAME" ADMIN@EXAMPLE.COM "ADMIN NAME"'],
])('%s answers with its usage, exit 64, whatever the environment says', async (typed, usage) => {
  for (const env of [{}, { NODE_ENV: 'production', PORT: 'none' }])
    await expect(ran(typed.split(' '), env)).rejects.toMatchObject({
      status: 64,
      message: `Usage: npm start -- ${usage}`,
    })
})

test('so does admin', async () => {
  const usage = {
    status: 64,
    message: expect.stringContaining('Usage:\n  npm start -- admin installations '),
  }
  await expect(ran(['admin', '--help'], { NODE_ENV: 'production' })).rejects.toMatchObject(usage)
})

test('commands take the environment of start, where NODE_ENV need not be set', async () => {
  const home = freshFolder()
  const env = { HOST: '0.0.0.0', OPS_PORT: '9464', OPS_HOST: '0.0.0.0', DATA_DIR: home }
  expect(await ran(['admin', 'installations'], env)).toContain('1 default')
  expect(await ran(['service', 'add-organization', 'Fabrikam', 'ada@x.example', 'Ada'], env)).toContain(
    'Added the organization Fabrikam.',
  )
  expect(await ran(['service', 'invite', 'ada@x.example'], env)).toContain('Sign-in link')
  // An empty line in an .env file.
  const withBlank = { ...env, DATABASE_URL: ' ' }
  expect(await ran(['backup', join(home, 'copy')], withBlank)).toContain('service.db')
})

test('doctor and start check the same variables', () => {
  const missing = 'SLACK_SIGNING_SECRET: is not set'
  expect(runMain(['doctor'])).toMatchObject({ status: 1, stdout: expect.stringContaining(missing) })
})

test.each([
  [['servce'], '"servce" is not a command. Did you mean: npm start -- service?'],
  [['service', 'invit'], '"service invit" is not a command. Did you mean: npm start -- service invite?'],
  [['make', 'tea'], '"make tea" is not a command. For the list: npm start -- --help'],
  [['constructor'], '"constructor" is not a command. For the list: npm start -- --help'],
  [['start', 'now'], '"start now" is not a command. For the list: npm start -- --help'],
])('%s names the nearest command, exit 64', async (args, message) => {
  await expect(ran(args, {})).rejects.toMatchObject({ status: 64, message })
})

test('such an answer is all that is printed, and not as a result', () => {
  const answer = '"servce" is not a command. Did you mean: npm start -- service?\n'
  expect(runMain(['servce'])).toEqual({ status: 64, stdout: '', stderr: answer })
})

test('start is production, whatever NODE_ENV says', () => {
  const { status, stderr } = runMain(['start'], {
    DATABASE_URL: 'mysql://nobody:hidden-password@localhost/x',
  })
  expect(status).toBe(1)
  expect(stderr).toContain('SLACK_BOT_TOKEN is not set')
  expect(stderr).toContain('DATABASE_URL')
  expect(stderr).not.toContain('hidden-password')
  expect(stderr).not.toMatch(/\bat .*\.(ts|js)/)
})
