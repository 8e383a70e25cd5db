import { readFile, writeFile } from 'node:fs/promises'
import { enableCompileCache } from 'node:module'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { type Config, readConfig, readServiceConfig, type ServiceConfig } from './config.ts'
import { createLog, type Log } from './log.ts'
import { askedFor } from './start/asked.ts'
import { banner, sayReadiness } from './start/banner.ts'
import { linkDemoChannel, openPlayground } from './start/playground.ts'
import { isLoopback } from './contract/address/private-address.ts'
import { exposure, hostsKnownTo } from './start/exposure.ts'
import { CannotRun } from './start/cannot-run.ts'
import { openDataDir } from './start/data-dir.ts'
import { plainReason } from './start/plain-reason.ts'
import { openWhenReached } from './start/when-reached.ts'

// Compiling takes half of the start-up time. From the second start on, the imports below are cached.
enableCompileCache()

const programs = async () => ({
  ...(await import('./bot/bot.ts')),
  ...(await import('./client/client.ts')),
  ...(await import('./client/cached.ts')),
  ...(await import('./client/pacer.ts')),
  ...(await import('./bot/store/tracker/quota.ts')),
  ...(await import('./bot/store/tracker/write-turns.ts')),
  ...(await import('./bot/store/database.ts')),
})

const print = (text: string) => void process.stdout.write(`${text}\n`)

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

const freePort = () =>
  new Promise<number>((resolve, reject) => {
    const probe = createServer().once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })

/** The last segment of the hook URL. It is stored, so that the tracker's subscriptions stay valid. */
const keptSecret = async (dataDir: string): Promise<string> => {
  const path = join(dataDir, 'webhook-secret')
  try {
    return (await readFile(path, 'utf8')).trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  const secret = Buffer.from(crypto.getRandomValues(new Uint8Array(24))).toString('base64url')
  await writeFile(path, secret, { mode: 0o600 })
  return secret
}

interface Running {
  /** Where to show that the program waits for a database. */
  readonly port: number
  readonly log: Log
  readonly signal: AbortSignal
}

const openService = async (config: ServiceConfig, running: Running, holdDeliveries: boolean) => {
  // Loaded only when needed: a bot with another tracker starts without it.
  const { startService } = await import('./service/service.ts')
  const { service, host, integrationUuid, production } = config
  return startService({
    ...service,
    host,
    integrationUuid,
    openPages: !production,
    secondDemo: !production,
    knowsHost: hostsKnownTo(config),
    log: running.log,
    openWhenReached: (open) => openWhenReached(open, { ...running, host }),
    signal: running.signal,
    holdDeliveries,
  })
}

const keyDeactivated =
  'The key in SERVICE_API_KEY was deactivated: set a new key; create one with: openssl rand -hex 24.'

const openTracker = async (config: Config, running: Running, stack: AsyncDisposableStack) => {
  const { tracker } = config
  if (tracker.mode === 'remote') return { ...tracker, service: undefined }
  const service = stack.use(await openService(config, running, true))
  if (!service.keyIsActive) throw new CannotRun(keyDeactivated)
  return { baseUrl: service.url, apiKey: config.service.apiKey, service }
}

const installsOf = async ({ oauth, encryptionKeys }: Config, apiUrl: string) => {
  if (!oauth) return undefined
  const { createOAuth } = await import('./bot/slack/oauth/oauth.ts')
  const { createVault } = await import('./bot/secrets/vault.ts')
  return { oauth: createOAuth({ ...oauth, apiUrl }), vault: createVault(encryptionKeys) }
}

const sayIfExposed = ({ production, host }: ServiceConfig) => {
  if (!production && !isLoopback(host)) print(`\n${exposure.warning}`)
}

const runBot = async (config: Config, signal: AbortSignal): Promise<AsyncDisposable> => {
  const log = createLog(config.logLevel)
  const {
    startBot,
    createClient,
    cachedApi,
    createPacer,
    quotaMemory,
    writeTurns,
    openDatabase,
    defaultInstallation,
    wholeBot,
  } = await programs()
  await using stack = new AsyncDisposableStack()
  await openDataDir(config.dataDir, log)
  const port = config.port === 0 ? await freePort() : config.port
  const running = { port, log, signal }
  const database = stack.use(
    await openWhenReached((waiting) => openDatabase(config.databaseUrl, { ...config.database, waiting }), {
      ...running,
      host: config.host,
    }),
  )
  const tracker = await openTracker(config, running, stack)
  const slack = config.slack.mode === 'playground' ? undefined : config.slack
  const local = slack ? undefined : await openPlayground(config, port, tracker.service, log, stack)
  const connection = slack ?? local?.connection
  if (!connection) throw new TypeError('no Slack to connect to')
  const place = { id: defaultInstallation, database: database.of(wholeBot) }
  const client = stack.use(
    createClient({
      baseUrl: local?.trackerDoor?.url ?? tracker.baseUrl,
      apiKey: tracker.apiKey,
      log,
      quotaMemory: quotaMemory(place),
      // Another company's tracker gets at most one write per second from all nodes together.
      pacer: createPacer(
        tracker.service ? { gapMs: 0 } : !database.engine.soleOwner ? { turns: writeTurns(place) } : {},
      ),
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
      api: cachedApi(client),
      reachTracker: client.reach,
      trackerUrl: tracker.baseUrl,
      database,
      log,
      installs: await installsOf(config, connection.apiUrl),
      webhookSecret: config.webhookSecret ?? (await keptSecret(config.dataDir)),
    }),
  )
  // Deliveries start once the bot listens.
  tracker.service?.deliver()
  await (tracker.service && bot.subscribed(3_000))
  if (local?.playground.fresh && tracker.service) {
    await linkDemoChannel(local.playground.url, tracker.service.demo.projectName)
  }
  sayIfExposed(config)
  print(
    banner(config, {
      slack: connection.apiUrl,
      playground: local?.playground.url,
      tracker: tracker.baseUrl,
      isEmbedded: tracker.service !== undefined,
      bot: bot.url,
    }),
  )
  void sayReadiness(bot.reasons, print, signal)
  return stack.move()
}

const runService = async (config: ServiceConfig, signal: AbortSignal): Promise<AsyncDisposable> => {
  const log = createLog(config.logLevel)
  await openDataDir(config.dataDir, log)
  const service = await openService(config, { port: config.service.port, log, signal }, false)
  sayIfExposed(config)
  // Other keys still work, so the service runs anyway.
  if (!service.keyIsActive) print(`\n${keyDeactivated}`)
  print(`\nOnboarding Project Service: ${service.url}\n\n  Integration UUID ${config.integrationUuid}`)
  return service
}

let config: Config | ServiceConfig | undefined
const known = <C extends Config | ServiceConfig>(read: C): C => {
  config = read
  return read
}

const open = (program: 'bot' | 'service', env: NodeJS.ProcessEnv, signal: AbortSignal) =>
  program === 'service'
    ? runService(known(readServiceConfig(env)), signal)
    : runBot(known(readConfig(env)), signal)

/** Answers with the exit status. */
const run = async (args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> => {
  const { word, rest } = askedFor(args)
  if ('run' in word) {
    const said = await word.run(env, rest)
    if (typeof said === 'number') return said
    print(said)
    return 0
  }
  const stopping = new AbortController()
  const stopped = untilSignal().then(() => {
    print('\nStopping …')
    // Each part should close within its own limit. This ends the process if one doesn't.
    setTimeout(() => process.exit(1), 4_500).unref()
    stopping.abort()
  })
  try {
    await using _running = await open(word.program, { ...env, ...word.env }, stopping.signal)
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
  process.stderr.write(`${plainReason(error, config)}\n`)
  process.exitCode = error instanceof CannotRun ? error.status : 1
}
process.exit()
