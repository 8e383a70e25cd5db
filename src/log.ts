import { inspect } from 'node:util'
import type { LogLevel, Logger } from '@slack/bolt'
import { pino, type DestinationStream } from 'pino'

export type Log = ReturnType<typeof createLog>

/** Paths whose values never reach the log, wherever an object carries them. */
const secretKeys = [
  'authorization',
  'token',
  'botToken',
  'appToken',
  'apiKey',
  'signingSecret',
  'webhookSecret',
  'secret',
  'password',
  'cookie',
]

/** Secrets in free text: Slack tokens and hook URLs, bearer values, our hook URL's last segment, database passwords. */
const secretText =
  /xox[a-z](?:\.xox[a-z])?-[\w-]+|xapp-[\w-]+|(?<=hooks\.slack(?:-gov)?\.com\/)[^\s"'?]+|Bearer\s+[^\s"']+|(?<=\/webhooks\/onboarding\/)[^\s"'/?]+|(?<=:\/\/[^\s:/@"']*:)[^\s@/"']+(?=@)/g

export const hideSecrets = (text: string): string => text.replace(secretText, '[hidden]')

/** One JSON line an event on standard output; every line passes through `hideSecrets`. */
export const createLog = (level: string, destination: DestinationStream = process.stdout) =>
  pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths: secretKeys.flatMap((key) => [key, `*.${key}`, `*.*.${key}`]), censor: '[hidden]' },
    },
    { write: (line: string) => destination.write(hideSecrets(line)) },
  )

const plain = (parts: readonly unknown[]) =>
  parts
    .map((part) => {
      if (typeof part === 'string') return part
      return part instanceof Error ? (part.stack ?? part.message) : inspect(part, { breakLength: Infinity })
    })
    .join(' ')

/** The same log in the shape that Bolt and WebClient want. What they call info is news to developers alone. */
export const boltLogger = (log: Log): Logger => {
  // Bolt says much at debug: nothing is put into words that nobody reads.
  const at =
    (level: 'debug' | 'warn' | 'error') =>
    (...parts: readonly unknown[]) => {
      if (log.isLevelEnabled(level)) log[level](plain(parts))
    }
  return {
    debug: at('debug'),
    info: at('debug'),
    warn: at('warn'),
    error: at('error'),
    setLevel: () => undefined,
    // The enum's value: importing it would load all of Bolt, for the service alone too.
    getLevel: () => 'info' as LogLevel,
    setName: () => undefined,
  }
}
