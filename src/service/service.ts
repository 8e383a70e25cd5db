import { randomUUID } from 'node:crypto'
import { urlHost } from '../contract/address.ts'
import { whenReached, type Waiting } from '../database/trouble.ts'
import { hideSecrets, type Log } from '../log.ts'
import { openDatabase } from './store/database.ts'
import { addCommand } from './changes/organizations.ts'
import { endKnownKeys, keyByHash, hasOrganization } from './store/organizations.ts'
import { openLanes, restoredUpTo } from '../lanes/lanes.ts'
import { openOps } from '../telemetry/ops.ts'
import { mountApp } from './app/mount.ts'
import { fanOutLane } from './delivery/fan-out.ts'
import { hookLane, openPoster } from './delivery/hook-lane.ts'
import { fanOutKind } from './events/announce.ts'
import type { Proxies } from '../contract/outgoing.ts'
import { retentionKind, retentionLane, scheduleRetention } from './delivery/retention.ts'
import { northwind, runningProject, demoApiKey, organization } from './demo/organization.ts'
import { partners, partnersAccess, partnersProjects } from './demo/partners.ts'
import { seedOrganization, seedProject } from './demo/seed.ts'
import { type Deps, linksFrom } from './acting.ts'
import { openMeter } from './http/admission.ts'
import { mountApi } from './api/mount.ts'
import { type CompanyOptions, openCompany } from './company.ts'
import { type Cost, passwordCost } from './passwords.ts'
import { openPasswordTurns } from './password-turns.ts'
import { hashOf } from '../contract/text.ts'
import {
  createMetrics,
  createHealth,
  closeServer,
  createServer,
  type ServerOptions,
  unknownPath,
} from './http/server.ts'
import { mountDocs } from './api/openapi.ts'
import { pageNotFound, mountPages } from './pages/routes.ts'
import { createRender } from './pages/kit/site.ts'

export interface ServiceOptions extends ServerOptions {
  /** `postgres://…` or `sqlite:path`. */
  readonly databaseUrl: string
  readonly port: number
  readonly host: string
  /** The start of the pages' URLs. Default: the address that the service listens on. */
  readonly publicUrl?: string | undefined
  /** Adds the demo organization. False deactivates the demo keys that a trial left in the database. Default: true. */
  readonly demo?: boolean
  readonly apiKey: string
  readonly integrationUuid: string
  /** Adds a second demo organization, whose key everybody knows. Default: false. */
  readonly secondDemo?: boolean
  readonly writesPerMinute: number
  readonly monthlyQuota: number
  /** What an organization may store in a day. Each person may store a 25th of it in an hour. */
  readonly megabytesPerDay: number
  /** The delays between delivery attempts in ms. After the last attempt the delivery is set aside. */
  readonly hookRetryMs: readonly number[]
  /** The company's sign-in, for the team. */
  readonly oidc?: CompanyOptions | undefined
  /** Allows receivers on http, loopback and private addresses. */
  readonly privateHooks: boolean
  /** Proxies on the way to receivers. Default: none. */
  readonly proxies?: Proxies | undefined
  /** What an attempt at a password costs. Default: 0.2 s. Tests spend less. */
  readonly passwordCost?: Cost
  /** Answers and events have the shapes from before 2026-07-31. */
  readonly legacyIds: boolean
  /** Waits for `deliver()` before it sends deliveries, for a receiver that starts later. */
  readonly holdDeliveries?: boolean
  /** Lets visitors act as a demo user without signing in. Default: true if the service listens on loopback only. */
  readonly openPages?: boolean
  /** Waits for the database server, however long that takes. Default: the start fails if the server is away. */
  readonly openWhenReached?: <R>(open: (waiting: Waiting) => Promise<R>) => Promise<R>
  /** Ends a start that waits for a database that went away. */
  readonly signal?: AbortSignal
  /** The directory whose disk the metrics watch. Default: none. */
  readonly dataDir?: string
  readonly log: Log
  readonly now?: () => number
  readonly newUuid?: () => string
}

export interface RunningService extends AsyncDisposable {
  readonly url: string
  /** False if somebody deactivated the demo organization's key. A restart does not reactivate it. */
  readonly keyIsActive: boolean
  /** What the operator must do while there is no organization. */
  readonly missing: string | undefined
  deliver(): void
}

const entranceOf = ({ openPages, host, publicUrl, secondDemo }: ServiceOptions) => ({
  alsoOpen: secondDemo ? [partners.organization.uuid] : [],
  open: openPages ?? /^(127\.|localhost$|::1$)/.test(host),
  isSecure: publicUrl?.startsWith('https:') ?? false,
})

const seedOrganizations = async (deps: Deps, { demo = true, ...options }: ServiceOptions) => {
  const demoKeyHashes = [demoApiKey, partnersAccess.apiKey].map(hashOf)
  if (!demo) return deps.database.transaction(({ sql }) => endKnownKeys(sql, demoKeyHashes, deps.now()))
  await seedOrganization(deps, northwind, options)
  if (options.secondDemo) await seedOrganization(deps, partners, partnersAccess)
}

const projectsToSeed = ({ demo = true, secondDemo }: ServiceOptions) => [
  ...(demo ? [runningProject] : []),
  ...(demo && secondDemo ? partnersProjects : []),
]

/** Rejects with the code `EADDRINUSE` if the port is in use. */
export const startService = async (options: ServiceOptions): Promise<RunningService> => {
  await using stack = new AsyncDisposableStack()
  const { log, privateHooks, legacyIds } = options
  const { databaseUrl, openWhenReached, signal } = options
  const database = stack.use(
    await (openWhenReached?.((waiting) => openDatabase(databaseUrl, { waiting })) ??
      openDatabase(databaseUrl)),
  )
  const now = options.now ?? database.now
  const metrics = createMetrics()
  database.onStatement(metrics.statement)
  const onAway = async (error: Error) => log.warn({ reason: error.message }, 'waiting for the database')
  const reached = <R>(work: () => Promise<R>) => whenReached(work, signal && { onAway, signal })
  const lanes = stack.use(
    openLanes(database, {
      now,
      redact: hideSecrets,
      onRun: metrics.jobRan,
      onError: (error, job) => log.debug({ err: error, seq: job?.seq }, 'a delivery failed'),
    }),
  )
  // Closes before the lanes, so that a hanging receiver delays nothing.
  const poster = stack.use(openPoster({ privateHooks, proxies: options.proxies }))
  // The default contains the port, which is known only after listening.
  let publicUrl = options.publicUrl ?? ''
  const deps: Deps = {
    database,
    lanes,
    now,
    newUuid: options.newUuid ?? randomUUID,
    get links() {
      return linksFrom(publicUrl)
    },
    legacyIds,
    privateHooks,
    passwordCost: options.passwordCost ?? passwordCost,
    passwordTurns: openPasswordTurns(() => metrics.refused('passwords are waiting')),
    monthlyQuota: options.monthlyQuota,
    megabytesPerDay: options.megabytesPerDay,
    onOverStored: () => metrics.refused('stored bytes'),
    meter: openMeter(database, now, options),
    log,
  }
  const entrance = entranceOf(options)
  const render = createRender(entrance.open)
  let ready = false
  const notFound = unknownPath(deps, pageNotFound(render))
  const isReady = () => ready
  const health = createHealth(lanes, isReady)
  metrics.watch({
    program: 'service',
    counts: () => lanes.counts(),
    reasons: () => health.reasons(),
    dataDir: options.dataDir,
  })
  const app = await createServer(deps, notFound, isReady, { health, metrics }, { ...options, ...entrance })
  stack.defer(() => closeServer(app))
  mountApi(app, deps)
  mountApp(app, deps)
  const company = options.oidc && openCompany(options.oidc)
  await mountPages(app, { deps, org: organization.uuid, render, entrance, company })
  mountDocs(app, render, () => publicUrl)
  await reached(() => seedOrganizations(deps, options))
  stack.use(await openOps(options.ops, { health, metrics }, options.knowsHost))
  await app.listen({ port: options.port, host: options.host })
  const address = app.server.address()
  const port = typeof address === 'object' && address ? address.port : options.port
  const url = `http://${urlHost(options.host)}:${port}`
  publicUrl = (options.publicUrl ?? url).replace(/\/+$/, '')
  for (const project of projectsToSeed(options)) await reached(() => seedProject(deps, project))
  ready = true
  const key = await reached(() => keyByHash(database.sql, hashOf(options.apiKey)))
  const shared = { database, now, restoredUpTo: await reached(() => restoredUpTo(database.sql)) }
  const hook = hookLane({ ...shared, poster, privateHooks, retryMs: options.hookRetryMs })
  const deliver = () => lanes.work({ hook })
  if (!options.holdDeliveries) deliver()
  lanes.work({ [fanOutKind]: fanOutLane(shared), [retentionKind]: retentionLane(deps) })
  await reached(() => database.transaction((tx) => scheduleRetention(deps, tx)))
  const isEmpty = !(await reached(() => hasOrganization(database.sql)))
  const missing = isEmpty ? `It has no organization yet. Add one with: ${addCommand}` : undefined
  const running = stack.move()
  return {
    url,
    keyIsActive: key !== undefined,
    missing,
    deliver,
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  }
}
