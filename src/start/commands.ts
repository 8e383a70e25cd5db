import { createRequire } from 'node:module'
import { program, NotUnderstood } from './cannot-run.ts'
import { nearest } from '../bot/answers/reference.ts'

/** Returns what to print, or the exit status if it printed something itself. */
type Run = (env: NodeJS.ProcessEnv, words: readonly string[]) => Promise<string | readonly string[] | number>

/** A program runs until it is stopped. Its `env` is set before the environment is read. */
type CommandRow =
  | { readonly help: string; readonly run: Run }
  | {
      readonly help: string
      readonly program: 'bot' | 'service'
      readonly env?: { readonly NODE_ENV: 'production' | 'development' }
    }

const { version } = createRequire(import.meta.url)('../../package.json') as { version: string }

const help = (): string => {
  const rows = Object.entries(commands).map(([name, command]) => `  ${name.padEnd(26)}${command.help}`)
  return [
    `Onboarding for Slack ${version}`,
    `\nUsage: ${program} [COMMAND …]`,
    '\nWithout a command, it starts the playground, or the bot if NODE_ENV is production.\n',
    ...rows,
    '\nExit status: 0 done, 1 failed, 2 a person should check, 64 wrong usage.',
  ].join('\n')
}

/** Everything that the command line takes. Commands load their code when they run. */
export const commands: Record<string, CommandRow> = {
  playground: {
    help: 'try everything on this machine, without an account',
    program: 'bot',
    env: { NODE_ENV: 'development' },
  },
  start: { help: 'run the bot in production', program: 'bot', env: { NODE_ENV: 'production' } },
  service: { help: 'run the Onboarding Project Service alone', program: 'service' },
  'service invite': {
    help: 'print a sign-in link for a team member',
    run: async (env, words) => (await import('./commands/invite.ts')).runInvite(env, words),
  },
  'service add-organization': {
    help: 'add an organization and print its key',
    run: async (env, words) => (await import('./commands/invite.ts')).runAddOrganization(env, words),
  },
  manifest: {
    help: 'print the Slack app’s manifest, and the link that creates the app',
    run: async (env, words) => (await import('./commands/manifest.ts')).runManifest(env, words),
  },
  doctor: {
    help: 'check the configuration, the database, the tracker, and Slack',
    run: async (env, words) => (await import('./commands/doctor.ts')).runDoctor(env, words),
  },
  backup: {
    help: 'copy the SQLite files, even while they are in use',
    run: async (env, words) => (await import('./commands/backup.ts')).runBackup(env, words),
  },
  migrate: {
    help: 'move a database from SQLite to PostgreSQL',
    run: async (env, words) => (await import('./commands/migrate.ts')).runMigrate(env, words),
  },
  admin: {
    help: 'manage installations and keys; set jobs aside after a restore',
    run: async (env, [word, ...rest]) => (await import('./commands/admin.ts')).runAdmin(env, word, rest),
  },
  '--version': { help: 'print the version', run: async () => version },
  '--help': { help: 'print this list', run: async () => help() },
}

const notUnderstood = (words: string) => {
  const suggestion = nearest(words, Object.keys(commands))
  return new NotUnderstood(
    `"${words}" is not a command. ${suggestion ? `Did you mean: ${program} ${suggestion}?` : `For the list: ${program} --help`}`,
  )
}

/** Without a command, NODE_ENV decides whether the playground starts. */
const withoutCommand: CommandRow = { help: '', program: 'bot' }

const spellings: ReadonlyMap<string, string> = new Map([
  ['-h', '--help'],
  ['help', '--help'],
  ['-v', '--version'],
  ['version', '--version'],
])

/** A program has no arguments, so its help is the list of commands. A command answers with its own usage. */
const asksForList = (command: CommandRow, [first = '']: readonly string[]) =>
  'program' in command && (spellings.get(first) ?? first) === '--help'

/** What the command line asks for. The longest name wins: `service invite` is not `service`. */
export const parseArgs = (line: readonly string[]): { command: CommandRow; rest: readonly string[] } => {
  const [first, ...more] = line
  if (first === undefined) return { command: withoutCommand, rest: [] }
  const args = [spellings.get(first) ?? first, ...more]
  for (const length of [2, 1]) {
    const name = args.slice(0, length).join(' ')
    const command = args.length >= length && Object.hasOwn(commands, name) ? commands[name] : undefined
    const rest = args.slice(length)
    if (!command) continue
    if (asksForList(command, rest)) return parseArgs(['--help'])
    if ('run' in command || rest.length === 0) return { command, rest }
  }
  throw notUnderstood(args.slice(0, 2).join(' '))
}
