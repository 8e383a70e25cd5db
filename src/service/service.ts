import { hideSecrets, type Log } from '../log.ts'
import { openDatabase } from './store/database.ts'
import { openLanes } from '../lanes/lanes.ts'
import { mountApp } from './app/mount.ts'
import { hookLane } from './delivery/hook-lane.ts'
import { openPost } from './delivery/post.ts'
import { retentionKind, retentionLane, scheduleRetention } from './delivery/retention.ts'
import { accounts, organization, people } from './demo/organization.ts'
import { demoProject, seedProject } from './demo/project.ts'
import { playbooks } from './demo/playbooks.ts'
import { seedOrganization } from './demo/seed.ts'
import { type Deps, defaultUuid, type Links, linksFrom, strictly } from './deps.ts'
import { openMeter } from './http/metering.ts'
import { mountApi } from './http/mount.ts'
import { closeServer, createServer } from './http/server.ts'
import { mountDocs } from './pages/docs.ts'
import { pageNotFound } from './pages/kit/problems.ts'
import { createRender } from './pages/kit/render.ts'
import { mountPages } from './pages/routes.ts'
import { hashOf } from './hash-of.ts'

export interface ServiceOptions {
  /** `postgres://…` or `sqlite:path`. */
  readonly databaseUrl: string
  /** 0 takes any free port. */
  readonly port: number
  readonly host: string
  /** What `internal_project_url` and `portal_project_url` begin with; default the address it listens on. */
  readonly publicUrl?: string | undefined
  /** The demo organization's key. Kept as a hash only. */
  readonly apiKey: string
  readonly integrationUuid: string
  readonly writesPerMinute: number
  readonly monthlyQuota: number
  /** Delays in ms between delivery attempts; after the last the delivery is set aside. */
  readonly hookRetryMs: readonly number[]
  /** Whether receivers on http, loopback and private addresses are allowed. */
  readonly privateHooks: boolean
  /** Answer as before 2026-07-31. */
  readonly legacyIds: boolean
  /** Events are delivered only from `deliver()` on: for whoever starts their receiver beside the service. */
  readonly holdDeliveries?: boolean
  /**
   * Whether whoever opens the pages chooses which demo user they are. False: people sign in. Default: true
   * when it listens on this machine alone.
   */
  readonly openPages?: boolean
  /** Totals of searches from so many matches on are remembered. Default 1000; tests want fewer. */
  readonly rememberFrom?: number
  readonly log: Log
  readonly now?: () => number
  readonly newUuid?: () => string
}

export interface RunningService extends AsyncDisposable {
  readonly url: string
  readonly demo: typeof demo & { readonly projectUrl: string }
  /** Begins to deliver events, where that was held back. */
  deliver(): void
}

const demo = {
  organizationUuid: organization.uuid,
  accounts,
  people,
  playbooks: {
    superseded: playbooks.superseded.uuid,
    published: playbooks.published.uuid,
    draft: playbooks.draft.uuid,
    enterprise: playbooks.enterprise.uuid,
    archived: playbooks.archived.uuid,
  },
  apiUserUuid: people.api.uuid,
  projectUuid: demoProject.uuid,
  projectName: demoProject.name,
} as const

const shownHost = (host: string) => (host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host)

const entranceOf = ({ openPages, host, publicUrl }: ServiceOptions) => ({
  open: openPages ?? /^(127\.|localhost$|::1$)/.test(host),
  secure: publicUrl?.startsWith('https:') ?? false,
})

/** Opens the store, seeds the demo organization, and serves. Rejects with `EADDRINUSE` kept as the code. */
export const startService = async (options: ServiceOptions): Promise<RunningService> => {
  await using stack = new AsyncDisposableStack()
  const { log, privateHooks, legacyIds } = options
  const now = options.now ?? Date.now
  const database = stack.use(await openDatabase(options.databaseUrl))
  const lanes = stack.use(
    openLanes(database, {
      now,
      redact: hideSecrets,
      onError: (error, job) => log.debug({ err: error, seq: job?.seq }, 'a delivery failed'),
    }),
  )
  // Closed before the lanes: a hanging receiver holds nobody up.
  const poster = stack.use(openPost({ privateHooks }))
  // The port is known only when it listens, and the links are in what is seeded before.
  let publicUrl = options.publicUrl ?? ''
  let links: Links = linksFrom(publicUrl)
  const deps: Deps = {
    database,
    lanes,
    now,
    newUuid: options.newUuid ?? defaultUuid,
    stamp: strictly(now),
    links: { internal: (uuid) => links.internal(uuid), portal: (uuid) => links.portal(uuid) },
    legacyIds,
    privateHooks,
    monthlyQuota: options.monthlyQuota,
    rememberFrom: options.rememberFrom,
    log,
  }
  // A choice made where nobody signs in is worth nothing where people do.
  const entrance = entranceOf(options)
  const render = createRender(entrance)
  const cookieSecret = hashOf(`cookies ${entrance.open ? 'chosen' : 'signed in'} ${options.apiKey}`)
  const app = await createServer(deps, cookieSecret, pageNotFound(render))
  stack.defer(() => closeServer(app))
  mountApi(app, deps, openMeter(database, now, options))
  mountApp(app, deps)
  await mountPages(app, deps, { org: organization.uuid, render, entrance })
  mountDocs(app, render, () => publicUrl)
  await seedOrganization(deps, options)
  await app.listen({ port: options.port, host: options.host })
  const address = app.server.address()
  const port = typeof address === 'object' && address ? address.port : options.port
  const url = `http://${shownHost(options.host)}:${port}`
  publicUrl = (options.publicUrl ?? url).replace(/\/+$/, '')
  links = linksFrom(publicUrl)
  await seedProject(deps)
  const hook = hookLane({ database, poster, now, privateHooks, retryMs: options.hookRetryMs })
  const deliver = () => lanes.work({ hook })
  if (!options.holdDeliveries) deliver()
  lanes.work({ [retentionKind]: retentionLane(deps) })
  await database.transaction((tx) => scheduleRetention(deps, tx))
  const running = stack.move()
  return {
    url,
    demo: { ...demo, projectUrl: links.internal(demoProject.uuid) },
    deliver,
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  }
}
