import { parse } from 'node:querystring'
import fastify from 'fastify'
import { onTestFinished } from 'vitest'
import { scopes } from '../../../src/bot/slack/scopes.ts'

const clientId = '100.200'
const clientSecret = 'client-secret-of-ours'

interface Answers {
  /** Slack's error, or an HTTP status, instead of an answer to `oauth.v2.access`. */
  error?: string | undefined
  status?: number | undefined
  /** Changes of the answer to an install. */
  install: Record<string, unknown>
}

/** What Slack's consent page does, and the calls after it. Knows which codes and tokens it gave. */
export const slackOAuth = async () => {
  const answers: Answers = { install: {} }
  const codes = new Map<string, string>()
  const tokens: string[] = []
  let calls = 0

  const newToken = () => {
    const token = `xoxb-1-token${tokens.length}`
    tokens.push(token)
    return token
  }

  const granted = () => ({
    ok: true,
    token_type: 'bot',
    scope: Object.keys(scopes).join(','),
    bot_user_id: 'U0BOT',
    app_id: 'A1',
    team: { id: 'T1', name: 'Vendor <Ltd>' },
    enterprise: null,
    authed_user: { id: 'U1' },
    is_enterprise_install: false,
    access_token: newToken(),
    ...answers.install,
  })

  const server = fastify({ forceCloseConnections: true })
  server.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_, body, done) =>
    done(null, parse(String(body))),
  )
  server.post<{ Body: Record<string, string> }>('/api/oauth.v2.access', async (request, reply) => {
    calls += 1
    const { status, error } = answers
    if (status !== undefined) return reply.code(status).send('upstream')
    if (error !== undefined) return { ok: false, error }
    const { body } = request
    if (body['client_id'] !== clientId || body['client_secret'] !== clientSecret)
      return { ok: false, error: 'bad_client_secret' }
    const code = body['code'] ?? ''
    if (!codes.has(code)) return { ok: false, error: 'invalid_code' }
    if (codes.get(code) !== body['redirect_uri']) return { ok: false, error: 'bad_redirect_uri' }
    codes.delete(code)
    return granted()
  })
  server.post('/api/auth.test', (request) => {
    const [, token = ''] = String(request.headers.authorization).split(' ')
    return tokens.includes(token)
      ? { ok: true, url: 'https://vendor.slack.com/', bot_id: 'B1' }
      : { ok: false, error: 'invalid_auth' }
  })
  const url = await server.listen({ host: '127.0.0.1', port: 0 })
  onTestFinished(() => server.close())
  return {
    answers,
    app: { clientId, clientSecret, apiUrl: `${url}/api/`, authorizeUrl: `${url}/oauth/v2/authorize` },
    tokens,
    calls: () => calls,
    /** The person allows it at this address of ours: where Slack then sends the browser. */
    allow: (consentUrl: string): string => {
      const { searchParams } = new URL(consentUrl)
      const back = searchParams.get('redirect_uri') ?? ''
      const code = `code${codes.size}.${calls}`
      codes.set(code, back)
      return `${back}?${new URLSearchParams({ code, state: searchParams.get('state') ?? '' }).toString()}`
    },
  }
}
