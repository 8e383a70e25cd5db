import type { FastifyRequest } from 'fastify'
import { authorizationsIn } from '../outgoing/events.ts'
import { app, type Team } from '../workspace/teams.ts'
import type { Issued } from '../workspace/installations.ts'
import type { Json } from '../workspace/types.ts'
import type { Args } from './args.ts'
import type { Context } from './context.ts'
import { refuse } from './refusal.ts'

/** A method for the app itself, with no token or a token that belongs to no workspace. */
type AppMethod = (context: Context, args: Args, request: FastifyRequest, token: string | undefined) => Json

/** Client id and secret, as HTTP Basic or as arguments. */
const credentials = (args: Args, { headers }: FastifyRequest) => {
  const [, basic] = /^Basic (.+)$/i.exec(headers.authorization ?? '') ?? []
  const [id, secret] = basic === undefined ? [] : Buffer.from(basic, 'base64').toString().split(':')
  return { id: id ?? args.text('client_id'), secret: secret ?? args.text('client_secret') }
}

const granted = ({ bot, id, name }: Team, issued: Issued): Json => ({
  ...issued,
  bot_user_id: bot.userId,
  app_id: app.id,
  team: { id, name },
  enterprise: null,
  is_enterprise_install: false,
})

/** Exchanges a code for a token. */
const access: AppMethod = ({ oauth, installations }, args, request) => {
  const { id, secret } = credentials(args, request)
  if (oauth === undefined || id !== oauth.clientId) return refuse('invalid_client_id')
  if (secret !== oauth.clientSecret) return refuse('bad_client_secret')
  const grant = args.text('grant_type') ?? 'authorization_code'
  if (grant !== 'authorization_code') return refuse('invalid_grant_type')
  const spent = oauth.codes.spend(args.text('code') ?? '', args.text('redirect_uri'))
  if (typeof spent === 'string') return refuse(spent)
  const { team, scopes, by } = spent
  return { ...granted(team, installations.install(team, { scopes, by })), authed_user: { id: by } }
}

/** For an event of a shared channel: all workspaces that may see it. Takes the app-level token. */
const authorizations: AppMethod = ({ appToken, installations }, args, _request, token) => {
  if (token === undefined) return refuse('not_authed')
  if (token !== appToken)
    return refuse(typeof installations.caller(token) === 'string' ? 'invalid_auth' : 'not_allowed_token_type')
  const receivers = authorizationsIn(args.required('event_context')) ?? refuse('invalid_event_context')
  return { authorizations: receivers, response_metadata: { next_cursor: '' } }
}

export const appMethods: Readonly<Record<string, AppMethod>> = {
  'api.test': () => ({}),
  'apps.event.authorizations.list': authorizations,
  'oauth.v2.access': access,
}
