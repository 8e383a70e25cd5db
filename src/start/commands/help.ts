import { createRequire } from 'node:module'
import { program } from '../cannot-run.ts'
import type { CommandRow } from '../commands.ts'

export const version = (): string => {
  const manifest = createRequire(import.meta.url)('../../../package.json') as { version: string }
  return manifest.version
}

export const help = (commands: Readonly<Record<string, CommandRow>>): string => {
  const rows = Object.entries(commands).map(([name, word]) => `  ${name.padEnd(26)}${word.help}`)
  return [
    `Onboarding for Slack ${version()}`,
    `\nUsage: ${program} [COMMAND …]`,
    '\nWithout a command, it starts the playground, or the bot if NODE_ENV is production.\n',
    ...rows,
    '\nExit status: 0 done, 1 failed, 2 a person should check, 64 wrong usage.',
  ].join('\n')
}
