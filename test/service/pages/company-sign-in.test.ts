import { createHash, createSign, generateKeyPairSync, randomUUID } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import { describe, expect, test } from 'vitest'
import { begin } from '../harness.ts'
import { addPeople } from '../support/database.ts'
import { listening } from '../../support/listening.ts'
import { plainBrowser } from './page-browser.ts'

const client = { clientId: 'onboarding', clientSecret: 'a secret of the client' }
const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 })
const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** An issuer at which a person signs in as `claims` says. It checks the client's secret and the code's verifier. */
const openIssuer = async (claims: Record<string, unknown>) => {
  const codes = new Map<string, { nonce: string; challenge: string }>()
  const tokenFor = (nonce: string) => {
    const now = Math.floor(Date.now() / 1_000)
    const own = { iss: issuer, aud: client.clientId, sub: 'dana', iat: now, exp: now + 60, nonce }
    const signed = `${encoded({ alg: 'RS256', kid: '1' })}.${encoded({ ...own, ...claims })}`
    return `${signed}.${createSign('RSA-SHA256').update(signed).sign(privateKey, 'base64url')}`
  }
  const answers: Record<string, (body: URLSearchParams) => [number, object]> = {
    '/.well-known/openid-configuration': () => [
      200,
      {
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/keys`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
      },
    ],
    '/keys': () => [
      200,
      { keys: [{ ...publicKey.export({ format: 'jwk' }), kid: '1', alg: 'RS256', use: 'sig' }] },
    ],
    '/token': (body) => {
      const known = codes.get(body.get('code') ?? '')
      const challenge = createHash('sha256')
        .update(body.get('code_verifier') ?? '')
        .digest('base64url')
      const isClient = body.get('client_secret') === client.clientSecret
      if (!isClient || known?.challenge !== challenge) return [400, { error: 'invalid_grant' }]
      return [200, { access_token: 'a', token_type: 'Bearer', id_token: tokenFor(known.nonce) }]
    },
  }
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (part: Buffer) => (body += part.toString()))
    request.on('end', () => send(request.url ?? '', body, response))
  })
  const send = (path: string, body: string, response: ServerResponse) => {
    const answer = answers[path]
    const [status, json] = answer?.(new URLSearchParams(body)) ?? [404, {}]
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json))
  }
  const issuer = `http://127.0.0.1:${await listening(server)}`
  return {
    issuer,
    /** What the issuer sends the browser back with, once the person has signed in. */
    signIn: (authorize: string) => {
      const asked = new URL(authorize).searchParams
      const code = randomUUID()
      codes.set(code, { nonce: asked.get('nonce') ?? '', challenge: asked.get('code_challenge') ?? '' })
      const back = new URL(asked.get('redirect_uri') ?? '')
      return `${back.pathname}?${new URLSearchParams({ code, state: asked.get('state') ?? '' }).toString()}`
    },
  }
}

const signingIn = async (
  claims: Record<string, unknown>,
  { claim = 'email', prepare }: { claim?: string; prepare?: ReturnType<typeof addPeople> } = {},
) => {
  const { issuer, signIn } = await openIssuer(claims)
  const oidc = { ...client, issuer, claim }
  const story = await begin('sqlite', { openPages: false, oidc, ...(prepare && { prepare }) })
  const browser = plainBrowser(story)
  return { story, browser, signIn, begin: () => browser.get('/sign-in/company?to=/playbooks') }
}

describe('a sign-in by the company', () => {
  test('lets in whoever has the address, where they wanted to go', async () => {
    const { browser, signIn, begin } = await signingIn({ email: 'Dana@Vendor.example', email_verified: true })
    expect((await browser.get('/sign-in')).text).toContain('href="/sign-in/company?to=')
    const done = await browser.get(signIn((await begin()).location))
    expect([done.status, done.location]).toEqual([303, '/playbooks'])
    const session = done.headers.getSetCookie().find((cookie) => cookie.startsWith('vendor-session='))
    browser.forge(session?.split(';')[0] ?? '')
    expect((await browser.get('/playbooks')).status).toBe(200)
  })

  test('takes the address from the claim that is configured', async () => {
    const { browser, signIn, begin } = await signingIn({ upn: 'lee@vendor.example' }, { claim: 'upn' })
    expect((await browser.get(signIn((await begin()).location))).status).toBe(303)
  })

  test.each([
    [
      'nobody’s',
      { email: 'nobody@vendor.example' },
      'no active member of a team here has your email address',
    ],
    [
      'a customer’s',
      { email: 'casey@acme.example' },
      'no active member of a team here has your email address',
    ],
    [
      'the API user’s',
      { email: 'api@vendor.example' },
      'no active member of a team here has your email address',
    ],
    ['not verified', { email: 'dana@vendor.example', email_verified: false }, 'no verified email address'],
    ['not named', {}, 'no verified email address'],
    ['for another program', { email: 'dana@vendor.example', aud: 'another' }, 'did not confirm who you are'],
    ['of another issuer', { email: 'dana@vendor.example', iss: 'https://evil.example' }, 'did not confirm'],
    ['over', { email: 'dana@vendor.example', exp: 1 }, 'did not confirm who you are'],
    ['of another sign-in', { email: 'dana@vendor.example', nonce: 'another' }, 'did not confirm who you are'],
  ])('is refused when the address is %s', async (_, claims, words) => {
    const { browser, signIn, begin } = await signingIn(claims)
    const refused = await browser.get(signIn((await begin()).location))
    expect([refused.status, refused.text.includes(words)]).toEqual([401, true])
    expect((await browser.get('/playbooks')).status).toBe(303)
  })

  test('is refused in another browser, a second time, and with a state of another sign-in', async () => {
    const { story, browser, signIn, begin } = await signingIn({ email: 'dana@vendor.example' })
    const first = signIn((await begin()).location)
    expect((await plainBrowser(story).get(first)).text).toContain('was not begun in this browser')
    const second = signIn((await begin()).location)
    expect((await browser.get(first)).text).toContain('did not confirm')
    expect((await browser.get(second)).text).toContain('was not begun in this browser')
  })

  test('of an issuer that is away is a page that says so', async () => {
    const story = await begin('sqlite', {
      openPages: false,
      oidc: { ...client, issuer: 'http://127.0.0.1:9', claim: 'email' },
    })
    const { status, text } = await plainBrowser(story).get('/sign-in/company')
    expect([status, text.includes('can&#39;t be reached')]).toEqual([503, true])
  })
})
