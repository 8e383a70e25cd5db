import type { FastifyInstance, FastifyReply } from 'fastify'
import { scopes as appScopes } from '../app-manifest.ts'
import { type Raw, readArgs } from '../web-api/args.ts'
import type { Context } from '../web-api/context.ts'
import { teamById, teams } from '../workspace/teams.ts'
import { consentPage, type Request, troublePage } from './consent-page.ts'
import type { OAuth } from './oauth.ts'

/** The most requests that wait for a person. Another site can't know a request's id, so it can't answer for the person. */
const mostOpen = 100

const policy = "default-src 'self'; base-uri 'none'; frame-ancestors 'none'"

const isUnder = (address: string, allowed: string): boolean => {
  const [target, base] = [URL.parse(address), URL.parse(allowed)]
  if (!target || !base || target.origin !== base.origin) return false
  return target.pathname === base.pathname || target.pathname.startsWith(base.pathname.replace(/\/?$/, '/'))
}

/** The request for consent, or what is wrong with it in Slack's words. */
const readRequest = ({ clientId, redirectUrls }: OAuth, query: Raw): Omit<Request, 'id'> | string => {
  const { text } = readArgs(query)
  if (text('client_id') !== clientId) return 'Invalid client_id parameter'
  const redirectUri = text('redirect_uri') ?? redirectUrls[0] ?? ''
  if (!redirectUrls.some((allowed) => isUnder(redirectUri, allowed)))
    return `redirect_uri did not match any configured URIs. Passed URI: ${redirectUri}`
  const wanted = (text('scope') ?? '').split(/[\s,]+/).filter((one) => one !== '')
  if (wanted.length === 0) return 'No scopes requested'
  const unknownScopes = wanted.filter((one) => !appScopes.some(({ name }) => name === one))
  if (unknownScopes.length > 0) return `Invalid permissions requested: ${unknownScopes.join(', ')}`
  const sentUri = text('redirect_uri')
  return {
    redirectUri,
    sentUri,
    state: text('state'),
    scopes: appScopes.filter(({ name }) => wanted.includes(name)),
  }
}

const sendBack = (reply: FastifyReply, { redirectUri, state }: Request, answer: Record<string, string>) => {
  const to = new URL(redirectUri)
  for (const [name, value] of Object.entries({ ...answer, ...(state !== undefined && { state }) }))
    to.searchParams.set(name, value)
  return reply.redirect(to.href, 303)
}

/** `/oauth/v2/authorize`: a person decides whether the app is added to a workspace, and with which scopes. */
export const consentRoutes = (server: FastifyInstance, context: Context): void => {
  const { oauth, installations, workspace } = context
  if (!oauth) return
  const open = new Map<string, Request>()

  const html = (reply: FastifyReply, page: string, status = 200) =>
    reply
      .status(status)
      .type('text/html; charset=utf-8')
      .header('content-security-policy', policy)
      .header('cache-control', 'no-store')
      .send(page)

  server.get('/oauth/v2/authorize', async ({ query }, reply) => {
    const read = readRequest(oauth, query as Raw)
    if (typeof read === 'string') return html(reply, troublePage(read), 400)
    const request = { ...read, id: workspace.stamps.secret() }
    const [oldest] = open.size >= mostOpen ? open.keys() : []
    if (oldest !== undefined) open.delete(oldest)
    open.set(request.id, request)
    const wanted = teamById(readArgs(query as Raw).text('team'))
    const fresh = teams.find((team) => !installations.of(team))
    return html(reply, consentPage(request, wanted ?? fresh ?? teams[0]))
  })

  // Where the app's own pages lead: to its Home tab, as somebody of that workspace.
  server.get('/app_redirect', async ({ query }, reply) => {
    const team = teamById(readArgs(query as Raw).text('team'))
    const person = team && workspace.person(team.admin)
    return reply.redirect(person ? `/app?as=${person.name}` : '/', 302)
  })

  server.post('/oauth/v2/authorize', async ({ body }, reply) => {
    const { text } = readArgs((body ?? {}) as Raw)
    const request = open.get(text('request') ?? '')
    if (!request) return html(reply, troublePage('This request was already answered. Start again'), 400)
    open.delete(request.id)
    if (text('decision') !== 'allow') return sendBack(reply, request, { error: 'access_denied' })
    const team = teamById(text('team'))
    if (!team) return html(reply, troublePage('Invalid team parameter'), 400)
    const { sentUri, scopes } = request
    const allowed = scopes.filter(({ name, optional }) => !optional || text(`scope ${name}`) === 'on')
    const granted = allowed.map(({ name }) => name)
    const code = oauth.codes.issue({ team, scopes: granted, by: team.admin, sentUri })
    return sendBack(reply, request, { code })
  })
}
