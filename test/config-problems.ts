import { ConfigProblem, readConfig } from '../src/config/config.ts'

/** What a bot needs in production. */
export const production = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://onboarding.example.com',
  SLACK_BOT_TOKEN: 'xoxb-1-secret',
  SLACK_SIGNING_SECRET: 'signing-secret',
  ONBOARDING_BASE_URL: 'https://tracker.example.com/',
  ONBOARDING_API_KEY: 'tracker-key',
  ONBOARDING_WEBHOOK_SECRET: 'a-secret-of-the-hook',
  DATABASE_URL: 'postgres://bot:database-password@db/bot',
}

/** What it returns or throws, with everything that a log would show. */
export const thrownBy = (read: () => unknown): string => {
  try {
    return JSON.stringify(read())
  } catch (thrown) {
    return `${(thrown as Error).stack} ${JSON.stringify(thrown)}`
  }
}

type Read = (env: NodeJS.ProcessEnv) => unknown

/** What is wrong with each variable that is refused. */
export const linesOf = (env: NodeJS.ProcessEnv, read: Read = readConfig): readonly string[] => {
  try {
    read(env)
    return []
  } catch (problem) {
    if (!(problem instanceof ConfigProblem)) throw problem
    return problem.problems
  }
}

/** The variables that are refused. */
export const problemsOf = (env: NodeJS.ProcessEnv, read?: Read) =>
  linesOf(env, read).map((line) => line.split(' ')[0])
