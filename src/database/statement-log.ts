import type { LogEvent } from 'kysely'

/** `command`: one of `commands`, or `other`. */
export type OnStatement = (command: string, ms: number) => void

const commands: ReadonlySet<string> = new Set([
  'begin',
  'commit',
  'delete',
  'insert',
  'rollback',
  'select',
  'update',
  'with',
])

/** A statement's first word, if it is a known one: the names of metrics must be few. */
const commandOf = (text: string): string => {
  const word = /^\s*([a-z]+)/i.exec(text)?.[1]?.toLowerCase() ?? ''
  return commands.has(word) ? word : 'other'
}

export const statementLog = () => {
  let told: OnStatement | undefined
  return {
    log: ({ query, queryDurationMillis }: LogEvent) => told?.(commandOf(query.sql), queryDurationMillis),
    onStatement: (listener: OnStatement) => {
      told = listener
    },
  }
}
