import Fastify, { type FastifyInstance } from 'fastify'
import { type AddressInfo, isIP } from 'node:net'
import type { Log } from './log.ts'
import { firstScopes, type Subcommand } from './app-manifest.ts'
import { answerErrors } from './errors.ts'
import { createCodes } from './oauth/codes.ts'
import { consentRoutes } from './oauth/consent.ts'
import type { AppCredentials } from './oauth/oauth.ts'
import type { TrackerConnect } from './own-api/context.ts'
import { createEvents } from './outgoing/events.ts'
import { createInteractions } from './outgoing/interactions.ts'
import { createPaneInteractions } from './outgoing/pane-interactions.ts'
import { responseUrlRoute } from './outgoing/response-url-route.ts'
import { createResponseUrls } from './outgoing/response-urls.ts'
import { createSender } from './outgoing/send.ts'
import { ownApiRoutes } from './own-api/routes.ts'
import { pageRoutes } from './page-routes.ts'
import type { TrackerDoor } from './tracker-door.ts'
import type { Outage } from './web-api/outage.ts'
import { acceptBodies } from './web-api/bodies.ts'
import { webApiRoutes } from './web-api/routes.ts'
import { openDatabase } from './workspace/database.ts'
import { createDialogs } from './workspace/dialogs.ts'
import { createPanes } from './workspace/panes.ts'
import { createPosting } from './workspace/posting.ts'
import { createInstallations } from './workspace/installations.ts'
import { home } from './workspace/teams.ts'
import { createWorkspace } from './workspace/workspace.ts'

export interface PlaygroundOptions {
  /** One SQLite file, created with its folder if missing. */
  databasePath: string
  /** 0: any free port. */
  port: number
  host: string
  /** Whether a request may name this host; undefined: any. */
  knowsHost?: ((host: string | undefined) => boolean) | undefined
  /** The app's `/slack/events`. */
  eventsUrl: string
  signingSecret: string
  /** The first workspace's token. Others get one when the app is added to them. */
  botToken: string
  /** The app's own token, for `apps.event.authorizations.list`. */
  appToken?: string
  /** Without it, the app can't be added to further workspaces. */
  oauth?: AppCredentials | undefined
  /** What the page suggests after `/onboard`. */
  subcommands?: readonly Subcommand[]
  /** Origin of the tracker's pages, shown next to the workspace. */
  trackerUrl?: string
  /** The app's connection to that tracker, if the playground may make it fail. */
  trackerDoor?: TrackerDoor | undefined
  /** The first of those pages to show. */
  trackerStart?: string
  /** The first page for some people, by name (`casey`), such as a customer's own view. */
  trackerStartFor?: Readonly<Record<string, string>>
  /** What one enters in the app to connect a workspace to the tracker, by the workspace's id. */
  trackerConnect?: Readonly<Record<string, TrackerConnect>>
  log: Log
  /** Milliseconds since 1970. */
  now?: () => number
  /** Milliseconds before each attempt to deliver an event; the first is usually 0. */
  retryWaits?: readonly number[]
}

export interface RunningPlayground extends AsyncDisposable {
  /** The page. */
  url: string
  /** The value for `SLACK_API_URL`; ends with `/api/`. */
  apiUrl: string
  /** Whether this start created the database. */
  fresh: boolean
  botUserId: string
}

const urlHost = (host: string) => {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1'
  return isIP(host) === 6 ? `[${host}]` : host
}

/** Refuses requests under another site's name for this address (DNS rebinding). */
const refuseUnknownHosts = (server: FastifyInstance, knowsHost: PlaygroundOptions['knowsHost']) => {
  server.addHook('onRequest', async (request, reply) =>
    knowsHost?.(request.headers.host) === false
      ? reply.status(421).send({ ok: false, error: 'unknown_host' })
      : undefined,
  )
}

/** Slack on one port, with two workspaces: Web API, page, and outgoing requests. Rejects with `EADDRINUSE`. */
export const startPlayground = async (options: PlaygroundOptions): Promise<RunningPlayground> => {
  const now = options.now ?? Date.now
  const stopping = new AbortController()
  const database = openDatabase(options.databasePath)
  const workspace = createWorkspace(database, now)
  const sender = createSender({ ...options, now, signal: stopping.signal })
  const { oauth } = options
  const installations = createInstallations(workspace)
  installations.adopt(home, options.botToken, firstScopes)
  const events = createEvents(workspace, installations, sender, stopping.signal, options.retryWaits)
  const posting = createPosting(workspace, events)
  const dialogs = createDialogs(workspace)
  let origin = ''
  const responseUrls = createResponseUrls(workspace, () => origin)
  const interactions = createInteractions(workspace, dialogs, responseUrls, sender)
  const context = {
    workspace,
    posting,
    events,
    dialogs,
    panes: createPanes(workspace),
    interactions,
    paneInteractions: createPaneInteractions(workspace, dialogs, sender),
    responseUrls,
    installations,
    oauth: oauth && { ...oauth, codes: createCodes(workspace) },
    appToken: options.appToken,
    outage: { kind: 'none' } satisfies Outage as Outage,
    origin: () => origin,
    subcommands: options.subcommands ?? [],
    trackerUrl: options.trackerUrl,
    trackerDoor: options.trackerDoor,
    trackerStart: (name: string) => options.trackerStartFor?.[name] ?? options.trackerStart,
    trackerConnect: options.trackerConnect ?? {},
  }
  const server = Fastify({ bodyLimit: 10 * 1024 * 1024, forceCloseConnections: true })
  refuseUnknownHosts(server, options.knowsHost)
  acceptBodies(server)
  answerErrors(server, options.log)
  webApiRoutes(server, context)
  ownApiRoutes(server, context)
  responseUrlRoute(server, context)
  consentRoutes(server, context)
  pageRoutes(server, context)
  try {
    await server.listen({ port: options.port, host: options.host })
  } catch (error) {
    database[Symbol.dispose]()
    throw error
  }
  const { port } = server.server.address() as AddressInfo
  origin = `http://${urlHost(options.host)}:${port}`
  events.resume()
  options.log.debug({ url: origin }, 'playground open')
  return {
    url: `${origin}/`,
    apiUrl: `${origin}/api/`,
    fresh: workspace.fresh,
    botUserId: home.bot.userId,
    [Symbol.asyncDispose]: async () => {
      stopping.abort()
      await server.close()
      database[Symbol.dispose]()
    },
  }
}
