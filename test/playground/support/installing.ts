import type { Json } from './stand-in-bot.ts'
import { type World, oauthOf } from './world.ts'

const credentials = { client_id: '10.20', client_secret: 'the-client-secret' }

export const wanted = [
  'commands',
  'chat:write',
  'channels:read',
  'channels:history',
  'users:read',
  'pins:write',
]

/** The consent page's address, as the app's install page makes it. */
export const authorizeUrl = (world: World, query: Record<string, string> = {}): string => {
  const url = new URL('oauth/v2/authorize', world.url)
  const { clientId: client_id, redirectUrls } = oauthOf(world.bot.origin)
  const asked = { client_id, scope: wanted.join(','), user_scope: '', state: 'the-state' }
  url.search = new URLSearchParams({ ...asked, redirect_uri: redirectUrls[0] ?? '', ...query }).toString()
  return url.href
}

export const consentPage = async (world: World, query: Record<string, string> = {}) => {
  const answer = await fetch(authorizeUrl(world, query))
  return { status: answer.status, text: await answer.text() }
}

/** A person's answer on the consent page. Returns where they are sent. */
export const decide = async (
  world: World,
  form: Record<string, string>,
  query: Record<string, string> = {},
): Promise<URL> => {
  const { text } = await consentPage(world, query)
  const [, request = ''] = /name="request" value="(\w+)"/.exec(text) ?? []
  const answer = await fetch(`${world.url}oauth/v2/authorize`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ request, ...form }),
  })
  return new URL(answer.headers.get('location') ?? 'none:')
}

const everything = { team: 'T0PARTNERS', decision: 'allow', 'scope pins:write': 'on' }

/** Exchanges a code, as the app does, without a token. */
export const exchange = async (world: World, args: Json): Promise<Json> => {
  const redirect_uri = oauthOf(world.bot.origin).redirectUrls[0]
  return { ...(await world.slack('').apiCall('oauth.v2.access', { ...credentials, redirect_uri, ...args })) }
}

/** Adds the app to a workspace. Returns Slack's answer with the token. */
export const install = async (
  world: World,
  form: Record<string, string> = {},
  query: Record<string, string> = {},
): Promise<Json> => {
  const back = await decide(world, { ...everything, ...form }, query)
  return exchange(world, { code: back.searchParams.get('code') ?? '' })
}
