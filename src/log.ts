import { AsyncLocalStorage } from 'node:async_hooks'
import { inspect } from 'node:util'
import type { LogLevel, Logger } from '@slack/bolt'
import { pino, type DestinationStream } from 'pino'

/** What work is done for: `event-12` is row 12 of the inbox, `reply-7` a reply. A job keeps it in its row. */
export type Trace = `${'event' | 'reply'}-${number}`

const here = new AsyncLocalStorage<Trace>()

export const currentTrace = (): Trace | undefined => here.getStore()

/** Log lines that are written in `work` have this trace, or none if it is undefined. */
export const withTrace = <R>(trace: Trace | undefined, work: () => Promise<R>): Promise<R> =>
  trace ? here.run(trace, work) : here.exit(work)

export type Log = ReturnType<typeof createLog>

const secretKeys = [
  'authorization',
  'token',
  'botToken',
  'appToken',
  'apiKey',
  'refreshToken',
  'clientSecret',
  'encryptionKeys',
  'hookSecret',
  'signingSecret',
  'webhookSecret',
  'secret',
  'password',
  'cookie',
]

/** Slack tokens and hook URLs, bearer tokens, the last segment of our hook URL, database passwords. */
const secretText =
  /xox[a-z](?:\.xox[a-z])?-[\w-]+|xapp-[\w-]+|(?<=hooks\.slack(?:-gov)?\.com\/)[^\s"'?]+|Bearer\s+[^\s"']+|(?<=\/webhooks\/onboarding\/)[^\s"'/?]+|(?<=:\/\/[^\s:/@"']*:)[^\s@/"']+(?=@)/g

export const hideSecrets = (text: string): string => text.replace(secretText, '[hidden]')

/** Writes JSON lines to standard output, each with its trace. `hideSecrets` cleans every line. */
export const createLog = (level: string, destination: DestinationStream = process.stdout) =>
  pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      mixin: () => {
        const trace = currentTrace()
        return trace ? { trace } : {}
      },
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

/** Bolt's `info` is our `debug`. Its `debug` is our `trace`: it holds whole requests, with texts and email addresses. */
export const boltLogger = (log: Log): Logger => {
  // Bolt logs a lot, so format only what is written.
  const at =
    (level: 'trace' | 'debug' | 'warn' | 'error') =>
    (...parts: readonly unknown[]) => {
      if (log.isLevelEnabled(level)) log[level](plain(parts))
    }
  return {
    debug: at('trace'),
    info: at('debug'),
    warn: at('warn'),
    error: at('error'),
    setLevel: () => undefined,
    // Importing the enum would load all of Bolt, even for the service alone.
    getLevel: () => 'info' as LogLevel,
    setName: () => undefined,
  }
}
