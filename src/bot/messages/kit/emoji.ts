import { readFileSync } from 'node:fs'

/** `name character, name character`. Only common shortcodes: others stay as typed. */
const table = readFileSync(new URL('emoji.txt', import.meta.url), 'utf8')

export const emoji: Readonly<Record<string, string>> = Object.fromEntries(
  table.split(',').map((entry) => entry.trim().split(' ') as [string, string]),
)
