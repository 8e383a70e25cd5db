import { createRequire } from 'node:module'
import { program } from '../command-line.ts'
import type { Word } from '../words.ts'

export const version = (): string => {
  const manifest = createRequire(import.meta.url)('../../../package.json') as { version: string }
  return manifest.version
}

export const help = (words: Readonly<Record<string, Word>>): string => {
  const rows = Object.entries(words).map(([name, word]) => `  ${name.padEnd(26)}${word.help}`)
  return [
    `Onboarding for Slack ${version()}`,
    `\nUsage: ${program} [WORD …]`,
    '\nWithout a word it is the playground, or with NODE_ENV=production the bot.\n',
    ...rows,
    '\nExit status: 0 done, 1 failed, 2 look at it, 64 not understood.',
  ].join('\n')
}
