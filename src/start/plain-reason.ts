import { type Config, ConfigProblem, type ServiceConfig } from '../config.ts'
import { StoreUnusable } from '../database/store-unusable.ts'
import { hideSecrets } from '../log.ts'
import { CannotRun } from './cannot-run.ts'

const portVariable = (config: Config | ServiceConfig | undefined, port: number | undefined) => {
  if (config && 'ops' in config && port !== undefined && port === config.ops?.port) return 'OPS_PORT'
  if (port === config?.service.port) return 'SERVICE_PORT'
  return config && 'playground' in config && port === config.playground.port ? 'PLAYGROUND_PORT' : 'PORT'
}

/** Why the program ends, in words for the person who started it. */
export const plainReason = (error: unknown, config: Config | ServiceConfig | undefined): string => {
  if (error instanceof ConfigProblem) return error.message
  if (error instanceof StoreUnusable || error instanceof CannotRun) return hideSecrets(error.message)
  const { code, port, path, message } = error as NodeJS.ErrnoException & { port?: number }
  if (code === 'EADDRINUSE') {
    return `Port ${port} is in use: stop the program that uses it, or set ${portVariable(config, port)} to another port.`
  }
  if (code === 'EACCES' || code === 'EPERM' || code === 'ENOTDIR' || code === 'EROFS' || code === 'EEXIST') {
    return `The data directory cannot be used (${code}: ${path ?? message}): set DATA_DIR to a directory that this user can write to.`
  }
  return hideSecrets(`Start-up failed: ${message}`)
}
