import { randomBytes } from 'node:crypto'
import { enableCompileCache } from 'node:module'
import { createServer } from 'node:net'
import type { OpenTracker } from './bot/installations/installation.ts'
import { type Config, readConfig, readServiceConfig, type ServiceConfig } from './config/config.ts'
import { createLog } from './log.ts'
import { parseArgs } from './start/commands.ts'
import { banner, sayReadiness, shownAddress } from './start/banner.ts'
import { linkDemoChannels, openPlayground } from './start/playground.ts'
import { isLoopback } from './contract/address.ts'
import { useProxies } from './contract/outgoing.ts'
import { exposure, hostsKnownTo } from './config/exposure.ts'
import { CannotRun, plainReason } from './start/cannot-run.ts'
import { keptSecret, openDataDir } from './start/data-dir.ts'
import { print } from './start/print.ts'
import type { Place } from './start/waiting.ts'

// Compiling takes half of the start-up time. From the second start on, the imports below are cached.
enableCompileCache()

const freePort = () =>
  new Promise<number>((resolve, reject) => {
    const probe = createServer().once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })

const placeOf = (config: ServiceConfig, rest: Pick<Place, 'program' | 'port' | 'log' | 'signal'>): Place => ({
  ...rest,
  host: config.host,
  ops: config.ops,
  knowsHost: hostsKnownTo(config),
})

/** `isEmbedded`: the bot has the operator's port, and receives the deliveries once it listens. */
const openService = async (config: ServiceConfig, running: Place, isEmbedded: boolean) => {
  // Loaded only when needed: a bot with another tracker starts without it.
  const { startService } = await import('./service/service.ts')
  const { openWhenReached } = await import('./start/waiting.ts')
  const { service, host, integrationUuid, production } = config
  return startService({
    ...service,
    proxies: config.proxies,
    host,
    integrationUuid,
    openPages: !production,
    demo: !production,
    secondDemo: !production,
    knowsHost: hostsKnownTo(config),
    log: running.log,
    openWhenReached: (open) => openWhenReached(open, running),
    signal: running.signal,
    ops: isEmbedded ? undefined : config.ops,
    holdDeliveries: isEmbedded,
    dataDir: config.dataDir,
  })
}

const keyDeactivated =
  'The key in SERVICE_API_KEY was deactivated: set a new key; create one with: openssl rand -hex 24.'

const openTracker = async (config: Config, running: Place, stack: AsyncDisposableStack) => {
  const { tracker } = config
  if (tracker.mode === 'remote') return { ...tracker, service: undefined }
  const service = stack.use(await openService(config, running, true))
  if (!service.keyIsActive) throw new CannotRun(keyDeactivated)
  return { baseUrl: service.url, apiKey: config.service.apiKey, service }
}

/** Undefined if nobody can install the app by OAuth. `playgroundApp`: how the playground knows the app. */
const installsOf = async (
  { oauth, encryptionKeys, dataDir, production, trackerNetworks }: Config,
  apiUrl: string,
  playgroundApp: Config['oauth'],
  openTracker: OpenTracker,
) => {
  const app = oauth ?? playgroundApp
  if (!app) return undefined
  const { createOAuth } = await import('./bot/installations/oauth.ts')
  const { createVault } = await import('./bot/installations/vault.ts')
  const createKey = () => randomBytes(32).toString('base64')
  const keys = oauth ? encryptionKeys : [await keptSecret(dataDir, 'encryption-key', createKey)]
  return {
    oauth: createOAuth({ ...app, apiUrl }),
    vault: createVault(keys),
    openTracker,
    production,
    trackerNetworks,
  }
}

const sayIfExposed = ({ production, host }: ServiceConfig) => {
  if (!production && !isLoopback(host)) print(`\n${exposure.warning}`)
}

const runBot = async (config: Config, signal: AbortSignal): Promise<AsyncDisposable> => {
  const log = createLog(config.logLevel)
  useProxies(config.proxies)
  const { startBot } = await import('./bot/app/bot.ts')
  const { openDatabase, defaultInstallation } = await import('./bot/store/database.ts')
  const { trackerOpener } = await import('./start/open-tracker.ts')
  const { openWhenReached } = await import('./start/waiting.ts')
  await using stack = new AsyncDisposableStack()
  await openDataDir(config.dataDir, log)
  const port = config.port === 0 ? await freePort() : config.port
  const running = placeOf(config, { program: 'bot', port, log, signal })
  const database = stack.use(
    await openWhenReached(
      (waiting) => openDatabase(config.databaseUrl, { ...config.database, waiting }),
      running,
    ),
  )
  const slack = config.slack.mode === 'playground' ? undefined : config.slack
  const tracker = config.tracker.mode === 'none' ? undefined : await openTracker(config, running, stack)
  const local = slack ? undefined : await openPlayground(config, port, tracker?.service, log, stack)
  const connection = slack ?? local?.connection
  if (!connection) throw new TypeError('no Slack to connect to')
  const opener = trackerOpener(database, log, config)
  const client =
    tracker &&
    stack.use(
      opener({
        id: defaultInstallation,
        baseUrl: local?.trackerDoor?.url ?? tracker.baseUrl,
        apiKey: tracker.apiKey,
        isOurs: tracker.service !== undefined,
      }),
    )
  const bot = stack.use(
    await startBot({
      ...config,
      signal,
      port,
      knowsHost: hostsKnownTo(config),
      publicUrl: config.port === 0 ? undefined : config.publicUrl,
      slack: connection,
      ...client,
      ...(tracker && { trackerUrl: tracker.baseUrl }),
      database,
      log,
      installs: await installsOf(config, connection.apiUrl, local?.oauth, opener),
      webhookSecret: config.webhookSecret ?? (await keptSecret(config.dataDir, 'webhook-secret')),
    }),
  )
  local?.trackerDoor?.whenQuotaEnds(() => bot.quotaEnded())
  tracker?.service?.deliver()
  await (tracker?.service && bot.subscribed(3_000))
  if (local?.playground.fresh && tracker?.service) await linkDemoChannels(local.playground.url)
  sayIfExposed(config)
  print(
    banner(config, {
      slack: connection.apiUrl,
      playground: local?.playground.url,
      tracker: tracker?.baseUrl ?? 'each workspace connects its own',
      isEmbedded: tracker?.service !== undefined,
      bot: bot.url,
    }),
  )
  void sayReadiness(bot.reasons, print, signal)
  return stack.move()
}

const runService = async (config: ServiceConfig, signal: AbortSignal): Promise<AsyncDisposable> => {
  const log = createLog(config.logLevel)
  await openDataDir(config.dataDir, log)
  const running = placeOf(config, { program: 'service', port: config.service.port, log, signal })
  const service = await openService(config, running, false)
  sayIfExposed(config)
  // Other keys still work, so the service runs anyway.
  if (!config.production && !service.keyIsActive) print(`\n${keyDeactivated}`)
  const address = shownAddress(config.service.publicUrl, service.url)
  print(`\nOnboarding Project Service: ${address}\n\n  Integration UUID ${config.integrationUuid}`)
  if (service.missing) print(`\n${service.missing}`)
  return service
}

let config: ServiceConfig | undefined
const remember = <C extends ServiceConfig>(read: C): C => {
  config = read
  return read
}

const openProgram = (program: 'bot' | 'service', env: NodeJS.ProcessEnv, signal: AbortSignal) =>
  program === 'service'
    ? runService(remember(readServiceConfig(env)), signal)
    : runBot(remember(readConfig(env)), signal)

/** Resolves at the first signal. A second signal ends the process immediately. */
const untilSignal = () =>
  new Promise<void>((resolve) => {
    let first = Infinity
    const onSignal = () => {
      // Under npm, one Ctrl-C arrives twice: from the terminal and from npm.
      if (Date.now() > first + 1_000) process.exit(130)
      first = Math.min(first, Date.now())
      resolve()
    }
    process.on('SIGINT', onSignal).on('SIGTERM', onSignal)
  })

/** npm starts a shell, which starts this process. A SIGTERM ends npm and the shell, but the shell doesn't pass it on. */
const untilShellEnds = () =>
  new Promise<void>((resolve) => {
    const shell = process.ppid
    const look = () => process.ppid !== shell && resolve()
    setInterval(look, 500).unref()
  })

const untilStopped = (env: NodeJS.ProcessEnv): Promise<void> =>
  env['npm_lifecycle_event'] === undefined ? untilSignal() : Promise.race([untilSignal(), untilShellEnds()])

/** Returns the exit status. */
const run = async (args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> => {
  const { command, rest } = parseArgs(args)
  if ('run' in command) {
    const output = await command.run(env, rest)
    if (typeof output === 'number') return output
    print(output)
    return 0
  }
  const stopping = new AbortController()
  const stopped = untilStopped(env).then(() => {
    print('\nStopping …')
    // Each part should close within its own limit. This ends the process if one doesn't.
    setTimeout(() => process.exit(1), 4_500).unref()
    stopping.abort()
  })
  try {
    await using _running = await openProgram(command.program, { ...env, ...command.env }, stopping.signal)
    await stopped
  } catch (error) {
    // Stopping during the start is not an error.
    if (!stopping.signal.aborted) throw error
  }
  return 0
}

try {
  process.exitCode = await run(process.argv.slice(2), process.env)
} catch (error) {
  print(plainReason(error, config), process.stderr)
  process.exitCode = error instanceof CannotRun ? error.status : 1
}
process.exit()
