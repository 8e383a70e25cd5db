import type { OnboardingApi } from '../contract/api.ts'
import { hideSecrets, type Log } from '../log.ts'
import type { Database } from './store/database.ts'
import { groupCommit } from '../database/group-commit.ts'
import { type LaneOptions, openLanes } from '../lanes/lanes.ts'
import { whenReached } from '../database/when-reached.ts'
import { instanceKey } from './store/settings.ts'
import { Acknowledged } from './acknowledged.ts'
import { Background } from './background.ts'
import { createBolt, createWebClient, type SlackConnection } from './slack/bolt.ts'
import type { BotDeps } from './deps.ts'
import { createHealth } from './use-cases/tracker/health.ts'
import { trackerStanding } from './tracker-standing.ts'
import { ApiProblem } from '../contract/problem.ts'
import { idsOf, type Instance, nothingSeen, proofOf } from './instance.ts'
import { mountIngest } from './http/ingest.ts'
import { type InstallOptions, mountInstall } from './http/install.ts'
import { screenEvents } from './listeners/screen-events.ts'
import { addListeners } from './listeners/listeners.ts'
import { createMetrics } from './http/metrics.ts'
import { createOpsServer } from './http/ops.ts'
import { createBotServer } from './http/server.ts'
import { slackClock } from './slack/slack-clock.ts'
import { createSlack } from './slack/web-slack.ts'
import { hookSignatures } from './use-cases/upkeep/hook-secrets.ts'
import { hookLane, hooksSubscribed, queueHookSubscriptions } from './use-cases/upkeep/subscribe-hooks.ts'
import { noteQuota } from './use-cases/tracker/quota.ts'
import { botLanes } from './use-cases/lanes.ts'
import { heartbeatMs } from './use-cases/upkeep/missed-replies.ts'
import { beginToLive, signOfLife } from './use-cases/plan-by-clock.ts'
import { storeReplies } from './use-cases/replies/store-replies.ts'
import { beatMs, type DatabaseWatch, watchDatabase } from './use-cases/upkeep/watch-database.ts'
import { useNewestKey } from './use-cases/installations/use-newest-key.ts'
import { watchTracker } from './watch-tracker.ts'

export interface BotOptions {
  slack: SlackConnection
  api: OnboardingApi
  /** Rejects while the tracker does not answer, without using the quota. Default: a call to the API. */
  reachTracker?: () => Promise<unknown>
  /** Part of a hook subscription's key: the same hook on two trackers is two subscriptions. */
  trackerUrl: string
  database: Database
  log: Log
  host: string
  port: number
  /** The tracker reaches the bot here. Undefined: `http://host:port`. */
  publicUrl: string | undefined
  /** Serves reasons and metrics. Undefined: on `port`, for loopback only. */
  ops?: { readonly port: number; readonly host: string } | undefined
  knowsHost?: ((host: string | undefined) => boolean) | undefined
  /** Time limit for receiving a whole request, in ms. Default 30,000. */
  requestMs?: number
  webhookSecret: string
  /** Undefined: nobody can install the app by OAuth. */
  installs?: Pick<InstallOptions, 'oauth' | 'vault'> | undefined
  subscribe: 'auto' | 'off'
  apiUserUuid: string | undefined
  /** External links of created projects belong to this integration. Undefined: none are created. */
  integrationUuid?: string | undefined
  now?: () => number
  newUuid?: () => string
  /** Default 60,000. */
  echoWaitMs?: number
  /** Default 3,000. */
  pendingSignMs?: number
  /** Default 2,000, because Slack waits three seconds. */
  paneWaitMs?: number
  /** Default 6,000. */
  doctorWaitMs?: number
  /** Default 20. */
  burstSize?: number
  /** How long a readiness result is cached, in ms. Default 2,000. */
  readyMs?: number
  /** Default 2,000. */
  beatMs?: number
  laneOptions?: LaneOptions
  /** Aborts the start while it waits for a lost database. */
  signal?: AbortSignal
}

export interface RunningBot extends AsyncDisposable {
  /** The URL that it listens on, such as `http://127.0.0.1:3000`. */
  readonly url: string
  readonly deps: BotDeps
  /** Resolves once the tracker has every needed hook subscription, or after `patienceMs`. */
  subscribed(patienceMs: number): Promise<void>
}

/** Limit for work in progress at shutdown, in ms: Ctrl-C should take under 5 s. */
const stopMs = 2_000

/** In a burst, Node's default of 511 drops connections, which TCP retries only after a second. */
const backlog = 4_096

/** Opens the port once everything behind it runs, and closes in reverse order. */
export const startBot = async (options: BotOptions): Promise<RunningBot> => {
  const { database, log, api, now = Date.now } = options
  await using stack = new AsyncDisposableStack()
  const { signal = new AbortController().signal } = options
  const onAway = async (error: Error) => log.warn({ reason: error.message }, 'waiting for the database')
  const reached = <R>(work: () => Promise<R>) => whenReached(work, { onAway, signal })
  const background = new Background(log)
  let watch: DatabaseWatch | undefined
  const lanes = openLanes(database, {
    now,
    graceMs: stopMs,
    redact: hideSecrets,
    onError: (error, job) =>
      log.warn(
        { reason: (error as Error).message, kind: job?.kind, lane: job?.lane },
        'a job will be tried again',
      ),
    ...options.laneOptions,
  })
  // In parallel, so that a stuck part does not use up the other's time.
  stack.defer(() =>
    Promise.all([lanes[Symbol.asyncDispose](), background.settled(stopMs)]).then(() => watch?.end()),
  )
  const clock = slackClock(now)
  const slack = createSlack(createWebClient(options.slack, log, clock), clock)
  const metrics = createMetrics(lanes)
  let address = options.publicUrl ?? ''
  const hookUrl = () => `${address}/webhooks/onboarding/${options.webhookSecret}`
  const key = await reached(() => instanceKey(database.sql, () => crypto.randomUUID()))
  const instance: Instance = {
    mode: options.slack.mode,
    connected: () => bolt.connected(),
    publicUrl: () => address,
    subscribe: options.subscribe,
    hookLane: () => hookLane(options.trackerUrl, hookUrl()),
    prove: proofOf(key),
    idOf: idsOf(key),
    seen: nothingSeen(),
    hookSecrets: { stale: true },
  }
  const readyMs = options.readyMs ?? 2_000
  const standing = trackerStanding({
    ask: () => api.getUsage({}),
    reach: options.reachTracker,
    freshMs: readyMs,
  })
  const acknowledged = new Acknowledged(now, database.engine)
  const storeReply = groupCommit(
    database,
    storeReplies(() => deps),
  )
  const deps: BotDeps = {
    api: watchTracker(api, (startedAt, error) => {
      standing.note(startedAt, error)
      if (error instanceof ApiProblem && error.kind === 'quota') background.run(() => noteQuota(deps))
    }),
    slack,
    database,
    lanes,
    storeReply: async (accepted) => {
      await storeReply(accepted)
      const doubtful = { ...accepted, reply: { ...accepted.reply, doubt: 'lost' as const } }
      acknowledged.keep(() => storeReply(doubtful))
    },
    acknowledged,
    log,
    now,
    newUuid: options.newUuid ?? (() => crypto.randomUUID()),
    later: (ms, work) => background.later(ms, work),
    apiUserUuid: options.apiUserUuid,
    integrationUuid: options.integrationUuid,
    echoWaitMs: options.echoWaitMs ?? 60_000,
    pendingSignMs: options.pendingSignMs ?? 3_000,
    paneWaitMs: options.paneWaitMs ?? 2_000,
    doctorWaitMs: options.doctorWaitMs ?? 6_000,
    burstSize: options.burstSize ?? 20,
    instance,
    metrics,
  }
  const bolt = createBolt(options.slack, slack, log)
  screenEvents(bolt.app, { seen: instance.seen, slack, log, now })
  addListeners(bolt.app, deps, background)
  const health = createHealth(deps, standing, readyMs)
  const { ops, knowsHost, requestMs } = options
  const server = createBotServer({
    slack: bolt.requestListener,
    health,
    metrics,
    instance,
    now,
    knowsHost,
    requestMs,
    hasOpsPort: ops !== undefined,
  })
  const onWrongSecret = () => {
    instance.seen.wrongSecret += 1
    metrics.refused('wrong secret')
  }
  mountIngest(server, {
    ...options,
    lanes,
    now,
    acknowledged,
    onStored: (result) => metrics.stored(result),
    onWrongSecret,
    isSigned: hookSignatures(deps),
    onWrongSignature: () => metrics.refused('bad delivery signature'),
  })
  const { installs } = options
  if (installs) mountInstall(server, { ...installs, database, publicUrl: () => address, now, log })
  stack.defer(() => server.close())
  if (ops) {
    const inside = createOpsServer({ health, metrics }, knowsHost)
    stack.defer(() => inside.close())
    await inside.listen(ops)
  }
  const url = await server.listen({ host: options.host, port: options.port, backlog })
  address ||= url
  const watching = watchDatabase(deps, acknowledged)
  watch = watching
  await reached(() => watching.begin())
  lanes.work(botLanes(deps, watching, hookUrl()))
  await reached(() => beginToLive(deps))
  if (options.subscribe === 'auto') await reached(() => queueHookSubscriptions(deps))
  stack.defer(() => bolt.stop())
  await bolt.start()
  if (installs) background.run(() => useNewestKey({ sql: database.sql, vault: installs.vault, log }))
  const timers = [
    setInterval(() => background.run(() => signOfLife(deps)), heartbeatMs).unref(),
    setInterval(
      () =>
        background.run(() =>
          watching.beat().catch((error: unknown) => log.debug({ err: error }, 'no sign of life')),
        ),
      options.beatMs ?? beatMs,
    ).unref(),
  ]
  stack.defer(() => timers.forEach((timer) => clearInterval(timer)))
  const open = stack.move()
  const subscribed = (patienceMs: number) => hooksSubscribed(deps, patienceMs)
  return { url, deps, subscribed, [Symbol.asyncDispose]: () => open.disposeAsync() }
}
