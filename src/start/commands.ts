/** Answers with what to print, or with the exit status if it printed something itself. */
type Run = (env: NodeJS.ProcessEnv, words: readonly string[]) => Promise<string | number>

interface Command {
  readonly help: string
  readonly run: Run
}

/** A program runs until it is stopped. */
interface Program {
  readonly help: string
  readonly program: 'bot' | 'service'
  /** Set before the environment is read. */
  readonly env?: { readonly NODE_ENV: 'production' | 'development' }
}

export type CommandRow = Command | Program

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
  '--version': {
    help: 'print the version',
    run: async () => (await import('./commands/help.ts')).version(),
  },
  '--help': {
    help: 'print this list',
    run: async () => (await import('./commands/help.ts')).help(commands),
  },
}
