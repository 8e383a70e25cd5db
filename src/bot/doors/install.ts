import { randomBytes } from 'node:crypto'
import cookies from '@fastify/cookie'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { Database } from '../../database/database.ts'
import { cookieName } from '../../http/headers.ts'
import { hideSecrets, type Log } from '../../log.ts'
import type { Vault } from '../installations/vault.ts'
import type { Granted, OAuth } from '../installations/oauth.ts'
import { slackProblem } from '../slack/problem.ts'
import { scopes } from '../slack/scopes.ts'
import {
  findInstallation,
  hasTracker,
  type OnBack,
  storeInstall,
} from '../installations/store/installations.ts'
import { findConnection } from '../installations/store/connections.ts'
import type { InstallationTables } from '../store/installation-tables.ts'
import * as pages from './install-pages.ts'

export interface InstallOptions {
  readonly database: Database<InstallationTables>
  readonly vault: Vault
  readonly oauth: OAuth
  /** Where browsers reach the bot, without a slash at the end. It may be known only after the port is open. */
  readonly publicUrl: () => string
  readonly now: () => number
  readonly log: Log
  /** Whether the environment names the tracker of `default`. */
  readonly namesTracker?: boolean
  readonly onBack?: OnBack
  /** After an install or a reinstall, before the person sees the page. */
  readonly onInstalled: (id: number) => void
}

const redirectPath = '/slack/oauth_redirect'
const secret = () => randomBytes(32).toString('base64url')
const secretForm = /^[\w-]{43}$/

/** How long a person may take at Slack's consent page. */
const stateLastsMs = 600_000

/** A signed state is any node's, and works once on each. Slack takes each code once, on whichever node. */
const createStates = (vault: Vault) => {
  const used = new LRUCache<string, true>({ max: 10_000 })
  const signed = (browser: string, about: string) => `install\n${browser}\n${about}`
  return {
    make: (browser: string, at: number): string => {
      const about = `${at}.${secret()}`
      return `${about}.${vault.sign(signed(browser, about))}`
    },
    use: (browser: string, state: string, now: number): boolean => {
      const [, about = '', time = '', signature = ''] =
        /^((\d{1,15})\.[\w-]{43})\.([\w-]{43})$/.exec(state) ?? []
      const isInTime = Number(time) <= now && Number(time) > now - stateLastsMs
      if (!isInTime || used.has(about) || !vault.isSigned(signed(browser, about), signature)) return false
      used.set(about, true)
      return true
    },
  }
}

const show = (reply: FastifyReply, page: pages.Page) =>
  reply.code(page.status).headers(pages.pageHeaders).send(pages.htmlOf(page))

/** The required scopes that were not granted, and what each loses. Optional scopes may be refused. */
const lacking = (granted: readonly string[]): string[] =>
  Object.entries(scopes)
    .filter(([scope, { optional }]) => !optional && !granted.includes(scope))
    .map(([scope, { loses }]) => `${scope}: ${loses}`)

/** A second tab keeps the browser's secret, so that the first tab can still finish. */
const browserOf = (request: FastifyRequest, cookie: string): string | undefined => {
  const given = request.cookies[cookie]
  return given !== undefined && secretForm.test(given) ? given : undefined
}

const asText = (value: unknown) => (typeof value === 'string' ? value : '')

const linksTo = ({ teamId, appId }: Granted, site: string) => {
  const app = appId ?? ''
  const query = (params: Record<string, string>) => new URLSearchParams(params).toString()
  return {
    app: `slack://app?${query({ team: teamId, id: app, tab: 'home' })}`,
    browser: `${site}/app_redirect?${query({ app, team: teamId })}`,
  }
}

interface Answer {
  readonly state?: unknown
  readonly error?: unknown
}

/** The pages on which any workspace or organization installs the app itself. */
export const mountInstall = (server: FastifyInstance, options: InstallOptions): void => {
  const { database, vault, oauth, now, log } = options
  const states = createStates(vault)
  const redirectUri = () => options.publicUrl() + redirectPath
  const isSecure = () => options.publicUrl().startsWith('https:')
  const cookie = () => cookieName('onboarding-install', isSecure())

  const storeGranted = async (granted: Granted) => {
    const { id } = await storeInstall(database, vault, granted, now(), options.onBack)
    const { connectionId, state } = (await findInstallation(database.sql, id)) ?? {}
    const connection = await findConnection(database.sql, connectionId ?? 0)
    options.onInstalled(id)
    log.info({ installation: id, team: granted.teamId || granted.enterpriseId }, 'the app was installed')
    const isConnected = hasTracker(connection, options.namesTracker ?? false)
    return { isConnected, isPaused: state === 'paused' }
  }

  const finish = async (request: FastifyRequest<{ Querystring: Answer }>, reply: FastifyReply) => {
    const state = asText(request.query.state)
    const browser = browserOf(request, cookie())
    const error = asText(request.query.error)
    if (error === 'access_denied') return pages.cancelled
    if (browser === undefined || !states.use(browser, state, now())) return pages.notThisInstall
    if (error !== '') return pages.slackRefused(/^[a-z_]{1,60}$/.test(error) ? error : '')
    let granted: Granted
    try {
      granted = await oauth.exchange(request.raw, reply.raw, redirectUri())
    } catch (thrown) {
      const { code, message } = slackProblem('oauth.v2.access', thrown)
      log.warn({ reason: message, fix: pages.operatorsFix(code) }, 'an install failed')
      return pages.slackRefused(code)
    }
    const lost = lacking(granted.scopes)
    if (lost.length > 0) return pages.lackingScopes(lost)
    return pages.installed({
      ...granted,
      ...(await storeGranted(granted)),
      place: granted.teamName,
      ...linksTo(granted, oauth.site),
    })
  }

  server.register(async (scope) => {
    await scope.register(cookies)
    scope.setErrorHandler((error: Error, _request, reply) => {
      log.error({ reason: hideSecrets(error.message) }, 'an install could not be saved')
      return show(reply, pages.notNow)
    })
    // A HEAD request must not begin an install.
    scope.get(pages.installPath, { exposeHeadRoute: false }, async (request, reply) => {
      const browser = browserOf(request, cookie()) ?? secret()
      reply.setCookie(cookie(), browser, {
        path: '/',
        httpOnly: true,
        sameSite: 'lax',
        secure: isSecure(),
        maxAge: stateLastsMs / 1_000,
      })
      return show(
        reply,
        pages.beforeConsent(await oauth.consentUrl(states.make(browser, now()), redirectUri())),
      )
    })
    scope.get<{ Querystring: Answer }>(redirectPath, { exposeHeadRoute: false }, async (request, reply) =>
      show(reply, await finish(request, reply)),
    )
  })
}
