import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { askedFor } from '../../src/start/asked.ts'
import { words } from '../../src/start/words.ts'

const root = join(import.meta.dirname, '../..')
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }

const run = (...args: string[]) => {
  const env = { PATH: process.env['PATH'] ?? '' }
  const options = { cwd: root, env, encoding: 'utf8' } as const
  const { status, stdout, stderr } = spawnSync(process.execPath, ['src/main.ts', ...args], options)
  return { status, stdout, stderr }
}

test('--help lists every command with a line each', () => {
  const { status, stdout, stderr } = run('--help')
  expect([status, stderr]).toEqual([0, ''])
  for (const [name, { help }] of Object.entries(words))
    expect(stdout).toMatch(new RegExp(`^  ${name} +${help}$`, 'm'))
  expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThan(100)
})

test('--version prints the version of the package', () => {
  expect(run('--version')).toEqual({ status: 0, stdout: `${manifest.version}\n`, stderr: '' })
})

test.each([
  ['-h', '--help'],
  ['help', '--help'],
  ['start --help', '--help'],
  ['service -h', '--help'],
  ['-v', '--version'],
  ['version', '--version'],
])('%s is %s', (typed, meant) => {
  expect(askedFor(typed.split(' '))).toEqual({ word: words[meant], rest: [] })
})

test.each([
  ['backup', 'backup FOLDER'],
  ['backup --help', 'backup FOLDER'],
  ['restore --force', 'restore FOLDER [--yes]'],
  ['migrate --from x', 'migrate --from sqlite:PATH --to postgres://USER@HOST/NAME'],
  ['doctor now', 'doctor'],
  ['service invite nobody', 'service invite PERSON@EXAMPLE.COM ["ORGANIZATION"]'],
])('%s answers with its usage, exit 64', async (typed, usage) => {
  const { word, rest } = askedFor(typed.split(' '))
  const answer = 'run' in word ? word.run({}, rest) : undefined
  await expect(answer).rejects.toMatchObject({ status: 64, message: `Usage: npm start -- ${usage}` })
})

test('doctor and start check the same variables', () => {
  const missing = 'SLACK_SIGNING_SECRET: is not set'
  expect(run('doctor')).toMatchObject({ status: 1, stdout: expect.stringContaining(missing) })
})

test.each([
  [['servce'], '"servce" is not a command. Did you mean: npm start -- service?'],
  [['service', 'invit'], '"service invit" is not a command. Did you mean: npm start -- service invite?'],
  [['make', 'tea'], '"make tea" is not a command. For the list: npm start -- --help'],
  [['constructor'], '"constructor" is not a command. For the list: npm start -- --help'],
  [['start', 'now'], '"start now" is not a command. For the list: npm start -- --help'],
])('%s names the nearest command, exit 64', (args, answer) => {
  expect(run(...args)).toEqual({ status: 64, stdout: '', stderr: `${answer}\n` })
})

test('start is production, whatever NODE_ENV says', () => {
  const { status, stderr } = run('start')
  expect(status).toBe(1)
  expect(stderr).toContain('SLACK_BOT_TOKEN is not set')
})
