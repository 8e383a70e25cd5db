import { once } from 'node:events'
import { type BotDatabase, defaultInstallation, wholeBot } from '../store/database.ts'
import { type LaneOptions, restoredUpTo } from '../../lanes/lanes.ts'
import type { Log } from '../../log.ts'
import type { SlackApp } from '../slack/client.ts'
import { whenReached } from '../../database/trouble.ts'
import { openOps, type OpsPort } from '../../telemetry/ops.ts'
import { instanceKey, noteHeard } from '../store/key-values.ts'
import { countInstallations, stoppedInstallations } from '../installations/store/leaving.ts'
import { lanesOver, stopMs, slackWith, type SharedDeps } from './shared-deps.ts'
import { createWorkspaces, environmentsTracker, type OwnInstallation, withDefault } from './workspaces.ts'
import type { Directory } from '../installations/installation.ts'
import { type MachineClock, machineClock } from '../kit/time.ts'
import { createBolt } from '../slack/bolt.ts'
import { type BotDeps, type Limits, instanceId, nothingSeen, usualLimits } from '../deps/deps.ts'
import { createHealth } from '../features/status/health.ts'
import { liftQuota } from '../features/status/quota.ts'
import { Background } from '../deps/background.ts'
import { type Arrived, createEventRouter } from '../doors/route-event.ts'
import { mountInstall } from '../doors/install.ts'
import { type InstallsOptions, openInstalls, tendMs } from './installs.ts'
import { addListeners } from '../doors/listeners.ts'
import { createMetrics } from '../deps/metrics.ts'
import { createBotServer, mountIngest } from '../doors/server.ts'
import { hooksSubscribed, queueHookSubscriptions } from '../installations/hooks.ts'
import { welcomeInstaller } from '../features/connect/connect.ts'
import { pauseLeftChannels } from '../sync/posts/pause-channel.ts'
import { botLanes } from './jobs.ts'
import { heartbeatMs } from '../sync/replies/take-reply.ts'
import { planByClock, signOfLife } from '../features/daily/plan-by-clock.ts'

export interface BotOptions extends OwnInstallation, Partial<Limits> {
  slack: SlackApp & OwnInstallation['slack']
  database: BotDatabase
  /** What is installed besides `default`. */
  directory?: Directory
  log: Log
  host: string
  port: number
  /** The tracker reaches the bot here. Undefined: `http://host:port`. */
  publicUrl: string | undefined
  /** Serves reasons and metrics. Undefined: on `port`, for loopback only. */
  ops?: OpsPort | undefined
  dataDir?: string
  knowsHost?: ((host: string | undefined) => boolean) | undefined
  /** Time limit for receiving a whole request, in ms. Default 30,000. */
  requestMs?: number
  /** Undefined: nobody can install the app by OAuth. */
  installs?: InstallsOptions | undefined
  subscribe: 'auto' | 'off'
  /** Undefined: the database's clock, which all nodes share. */
  now?: () => number
  machine?: MachineClock
  newUuid?: () => string
  /** How long a readiness result is cached, in ms. Default 1,000. */
  readyMs?: number
  laneOptions?: LaneOptions
  /** Aborts the start while it waits for a lost database. */
  signal?: AbortSignal
}

/** In a burst, Node's default of 511 drops connections, which TCP retries only after a second. */
const backlog = 4_096

const limitsOf = (options: Partial<Limits>): Limits => {
  const names = Object.keys(usualLimits) as (keyof Limits)[]
  return Object.fromEntries(names.map((name) => [name, options[name] ?? usualLimits[name]])) as Limits
}

/** Throws as soon as the signal aborts, and doesn't wait for the work then. */
const unlessAborted = async (work: () => Promise<unknown>, signal: AbortSignal): Promise<void> => {
  signal.throwIfAborted()
  await Promise.race([work(), once(signal, 'abort')])
  signal.throwIfAborted()
}

/** Opens the port once everything behind it runs, and closes in reverse order. */
export const startBot = async (options: BotOptions) => {
  const { database, log, now = database.now, machine = machineClock } = options
  await using stack = new AsyncDisposableStack()
  const { signal = new AbortController().signal } = options
  const onAway = async (error: Error) => log.warn({ reason: error.message }, 'waiting for the database')
  const reached = <R>(work: () => Promise<R>) => whenReached(work, { onAway, signal })
  const whole = database.of(wholeBot)
  const key = await reached(() => instanceKey(whole.sql, () => crypto.randomUUID()))
  const background = new Background(log)
  const metrics = createMetrics()
  database.onStatement(metrics.statement)
  const lanes = lanesOver(database, log, now, { onRun: metrics.jobRan, ...options.laneOptions })
  let address = options.publicUrl ?? ''
  const publicUrl = () => address
  // The tracker's part is cached as long again: nothing in an answer is older than two seconds.
  const readyMs = options.readyMs ?? 1_000
  const trackerOf = (id: number) => workspaces.tracker(id)
  const { botToken } = options.slack
  const own = environmentsTracker(options)
  const { keyIds = [] } = options.installs?.vault ?? {}
  const around = { database, lanes, own, now, ticks: machine.ticks, log, trackerOf }
  const installs = options.installs && stack.use(openInstalls(options.installs, around))
  // In parallel, so that a stuck part does not use up the other's time. Work under way still needs its tracker.
  stack.defer(() =>
    Promise.all([lanes[Symbol.asyncDispose](), background.settled(stopMs)]).then(() => undefined),
  )
  const others = installs?.directory ?? options.directory
  const shared: SharedDeps = {
    slackWith: slackWith(options.slack, { log, now, metrics }, machine),
    database,
    lanes,
    background,
    log,
    now,
    ticks: machine.ticks,
    newUuid: options.newUuid ?? (() => crypto.randomUUID()),
    ...limitsOf(options),
    instance: {
      mode: options.slack.mode,
      connected: () => bolt.connected(),
      publicUrl,
      id: instanceId(key),
      seen: nothingSeen(),
    },
    connecting: installs?.connecting,
    key,
    metrics,
    onLeft: async (id, reason, at) => (installs ? installs.leave(id, reason, at) : true),
  }
  /** Plans the work of an installation that is new or back. */
  const planInstallation = async (id: number) => {
    installs?.directory.changed(id)
    await planByClock({ database: database.of(id), lanes: lanes.of(id), log, now })
    const found = await workspaces.of(id)
    if (!found) return
    await pauseLeftChannels(found)
    await welcomeInstaller(found)
  }
  const { subscribe, ops, knowsHost } = options
  const directory = withDefault(botToken, own, others)
  const workspaces = createWorkspaces(shared, directory, { subscribe, freshMs: readyMs })
  const defaultDeps = await workspaces.of(defaultInstallation)
  /** One that came by OAuth is one of many: its token says nothing about the others. */
  const environmentDeps = botToken === undefined ? undefined : defaultDeps
  const router = createEventRouter({
    workspaces,
    fallback: environmentDeps,
    hasOthers: others !== undefined,
    ...shared,
  })
  const bolt = createBolt<Arrived>(options.slack, router.authorize, log, machine)
  router.screen(bolt.app)
  addListeners(bolt.app, background, log)
  const health = createHealth(shared, environmentDeps, readyMs)
  metrics.watchBot({
    counts: async () => lanes.counts(await stoppedInstallations(database.installations.sql)),
    health,
    dataDir: options.dataDir,
    installations: () => countInstallations(database.installations.sql, own !== undefined, keyIds),
  })
  const server = createBotServer({
    ...shared,
    wall: machine.wall,
    slack: bolt.requestListener,
    health,
    knowsHost,
    isSecure: options.publicUrl?.startsWith('https:') ?? false,
    requestMs: options.requestMs,
    hasOpsPort: ops !== undefined,
  })
  mountIngest(server, { ...shared, hookOf: workspaces.hook })
  if (options.installs && installs)
    mountInstall(server, {
      ...options.installs,
      database: database.installations,
      publicUrl,
      now,
      log,
      namesTracker: own !== undefined,
      onBack: installs.onBack,
      onInstalled: (id) => background.add(planInstallation(id)),
    })
  stack.defer(() => server.close())
  stack.use(await openOps(ops, { health, metrics }, knowsHost))
  const url = await server.listen({ host: options.host, port: options.port, backlog })
  address ||= url
  lanes.work(
    botLanes({
      depsOf: workspaces.of,
      knownDeps: workspaces.knownDeps,
      trackerOf,
      within: (tx, installation) => database.within(tx, installation),
      restored: { at: now(), upTo: await reached(() => restoredUpTo(database.lanes.sql)) },
    }),
  )
  const live = async (start?: 'start') => {
    await signOfLife(
      {
        now,
        whole,
        installations: async () =>
          (await workspaces.ids()).map((one) => ({
            database: database.of(one),
            lanes: lanes.of(one),
            log,
            now,
          })),
      },
      start,
    )
    // Once its token is removed, this says when `default` was last at work.
    if (environmentDeps) await noteHeard(environmentDeps.database.sql, now())
  }
  await reached(() => live('start'))
  const tracker = defaultDeps?.tracker
  if (tracker && subscribe === 'auto') await reached(() => queueHookSubscriptions(tracker))
  stack.defer(() => bolt.stop())
  // The first connection may take seconds, which a stop doesn't wait for.
  await unlessAborted(() => bolt.start(), signal)
  if (installs) background.add(installs.start(environmentDeps?.slack))
  const timers = [
    setInterval(() => installs && background.add(installs.tend()), tendMs).unref(),
    setInterval(() => background.add(live()), heartbeatMs).unref(),
  ]
  stack.defer(() => timers.forEach((timer) => clearInterval(timer)))
  const open = stack.move()
  return {
    /** The URL that it listens on, such as `http://127.0.0.1:3000`. */
    url,
    /** Of the installation `default`. */
    get deps(): BotDeps {
      if (!defaultDeps) throw new TypeError('there is no installation `default`')
      return defaultDeps
    },
    workspaces,
    lanes,
    reasons: () => health.reasons(),
    signOfLife: () => live(),
    /** Call it when the environment's tracker takes calls again: whatever waits for its quota goes on. */
    quotaEnded: async () => defaultDeps && liftQuota(defaultDeps),
    /** Resolves once the tracker has every needed hook subscription, or after `patienceMs`. */
    subscribed: async (patienceMs: number) => tracker && hooksSubscribed(tracker, patienceMs),
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  }
}
