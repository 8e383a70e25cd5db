import { readFileSync } from 'node:fs'

/** `name character, name character`: the shortcodes that people use at work. Any other stays as typed. */
const table = readFileSync(new URL('emoji.txt', import.meta.url), 'utf8')

/** The characters of Slack's shortcodes, by name. */
export const emoji: Readonly<Record<string, string>> = Object.fromEntries(
  table.split(',').map((entry) => entry.trim().split(' ') as [string, string]),
)
