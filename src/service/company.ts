import { entered } from '../contract/text.ts'
export interface CompanyOptions {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** The claim of the ID token that is the person's email address. */
  readonly claim: string
}

/** What one sign-in needs when it comes back. It stays in the browser's cookie. */
export interface Begun {
  readonly state: string
  readonly nonce: string
  readonly verifier: string
  readonly to: string
}

/** In seconds, for each call to the issuer. */
const timeout = 10

/** The sign-in of the company, by OpenID Connect: authorization code with PKCE, state and nonce. */
export const openCompany = ({ issuer, clientId, clientSecret, claim }: CompanyOptions) => {
  const server = new URL(issuer)
  const load = async () => {
    // Loaded only here: most services have no such sign-in.
    const client = await import('openid-client')
    // Configuration allows http on this machine alone.
    const execute = server.protocol === 'http:' ? [client.allowInsecureRequests] : []
    const config = await client.discovery(server, clientId, clientSecret, undefined, { timeout, execute })
    return { client, config }
  }
  let loaded: ReturnType<typeof load> | undefined
  /** An issuer that was away is asked again. */
  const loading = () =>
    (loaded ??= load().catch((error: unknown) => {
      loaded = undefined
      throw error
    }))

  const emailIn = (claims: Record<string, unknown> | undefined): string | undefined => {
    const email = claims?.[claim]
    const isUnverified = [false, 'false'].includes(claims?.['email_verified'] as boolean | string)
    return typeof email === 'string' && !isUnverified ? entered(email).toLowerCase() : undefined
  }

  return {
    begin: async (backTo: string, to: string): Promise<{ url: string; begun: Begun }> => {
      const { client, config } = await loading()
      const begun = {
        state: client.randomState(),
        nonce: client.randomNonce(),
        verifier: client.randomPKCECodeVerifier(),
        to,
      }
      const url = client.buildAuthorizationUrl(config, {
        redirect_uri: backTo,
        scope: 'openid email',
        state: begun.state,
        nonce: begun.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(begun.verifier),
        code_challenge_method: 'S256',
      })
      return { url: url.href, begun }
    },
    /** The email address that the issuer vouches for. Undefined if it names none, or one that it has not verified. */
    finish: async (back: URL, { state, nonce, verifier }: Begun): Promise<string | undefined> => {
      const { client, config } = await loading()
      const tokens = await client.authorizationCodeGrant(config, back, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      })
      return emailIn(tokens.claims())
    },
  }
}
export type Company = ReturnType<typeof openCompany>
