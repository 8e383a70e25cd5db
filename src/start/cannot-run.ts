import { parseArgs } from 'node:util'
import { ConfigProblem, type ServiceConfig } from '../config/config.ts'
import { isAway, StoreUnusable } from '../database/trouble.ts'
import { hideSecrets } from '../log.ts'

/** Why the program or a command cannot run. The message is one line for a person. */
export class CannotRun extends Error {
  override name = 'CannotRun' as const
  readonly status: number = 1
}

/** The command line names no command, or lacks words that the command needs. The status is that of sysexits(3). */
export class NotUnderstood extends CannotRun {
  override readonly status = 64
}

/** What a person types before the word: the package's command, or npm in a clone of the repository. */
export const program = import.meta.filename.endsWith('.ts') ? 'npm start --' : 'onboarding-for-slack'

export const wrongUse = (words: string) => new NotUnderstood(`Usage: ${program} ${words}`)

/** The value after each `--name` of a command. An empty one comes from a script's variable that is not set. */
export const optionsIn = <N extends string>(
  words: readonly string[],
  names: readonly N[],
  usage: string,
): Partial<Record<N, string>> => {
  const options = Object.fromEntries(names.map((name) => [name, { type: 'string' as const }]))
  const parsed = () => {
    try {
      return parseArgs({ args: [...words], options }).values as Partial<Record<N, string>>
    } catch {
      throw wrongUse(usage)
    }
  }
  const values = parsed()
  if (Object.values(values).includes('')) throw wrongUse(usage)
  return values
}

type ConfigIfRead = ServiceConfig | undefined

interface SystemError extends NodeJS.ErrnoException {
  readonly port?: number
  readonly address?: string
  readonly hostname?: string
}

const portVariable = (config: ConfigIfRead, port: number | undefined) => {
  if (port !== undefined && port === config?.ops?.port) return 'OPS_PORT'
  if (port === config?.service.port) return 'SERVICE_PORT'
  return port === config?.playground.port ? 'PLAYGROUND_PORT' : 'PORT'
}

const hostVariable = (config: ConfigIfRead, host: string | undefined) => {
  if (host === config?.host) return 'HOST'
  return host === config?.ops?.host ? 'OPS_HOST' : undefined
}

const fileCodes: ReadonlySet<unknown> = new Set(['EACCES', 'EPERM', 'ENOTDIR', 'EROFS', 'EEXIST'])

/** Undefined if the error is not about where the program listens. */
const listenReason = ({ code, syscall, port, address, hostname }: SystemError, config: ConfigIfRead) => {
  if (code === 'EADDRINUSE')
    return `Port ${port} is in use: stop the program that uses it, or set ${portVariable(config, port)} to another port.`
  if (code === 'EACCES' && syscall === 'listen')
    return `Port ${port} needs rights that this user lacks: set ${portVariable(config, port)} to a port above 1023.`
  const variable = hostVariable(config, hostname ?? address)
  if (variable === undefined || (syscall !== 'listen' && syscall !== 'getaddrinfo')) return undefined
  return `${variable} is no address of this machine (${code}): set it to one that is, such as 127.0.0.1, or to 0.0.0.0 for all.`
}

/** Why the program ends, in words for the person who started it. `config`: a program's; a command has none. */
export const plainReason = (error: unknown, config: ConfigIfRead): string => {
  if (error instanceof ConfigProblem) return error.message
  if (error instanceof StoreUnusable || error instanceof CannotRun) return hideSecrets(error.message)
  const { code, path, message } = error as SystemError
  const ofListening = listenReason(error as SystemError, config)
  if (ofListening !== undefined) return ofListening
  if (!config && isAway(error))
    return `The database can’t be reached (${hideSecrets(message || String(code))}): start it, or correct DATABASE_URL or SERVICE_DATABASE_URL.`
  if (!fileCodes.has(code)) return hideSecrets(`${config ? 'Start-up failed' : 'Failed'}: ${message}`)
  return config
    ? `The data directory cannot be used (${code}: ${path ?? message}): set DATA_DIR to a directory that this user can write to.`
    : `${path ?? message} cannot be used (${code}): name a place that this user can write to.`
}
