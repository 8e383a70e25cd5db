import { isPrivateHost } from '../../contract/address.ts'

/** In bytes. PostgreSQL's unique index of subscriptions can't hold longer ones. */
const longest = 2_000

/** Why a receiver's URL is refused. Host names are checked again when they resolve. */
export const hookUrlProblem = (url: string, { privateHooks }: { privateHooks: boolean }) => {
  if (!URL.canParse(url)) return 'Must be a URL.'
  if (Buffer.byteLength(url) > longest) return `Must be at most ${longest} bytes long.`
  const { protocol, hostname, username, password } = new URL(url)
  if (username !== '' || password !== '') return 'Must not contain a user name or a password.'
  if (protocol !== 'https:' && !(privateHooks && protocol === 'http:')) return 'Must be an https URL.'
  if (privateHooks) return undefined
  return isPrivateHost(hostname) ? 'Must be a public address.' : undefined
}

/** Hides the last segment of a receiver's URL, which may be a secret. */
export const shownUrl = (url: string): string => {
  const { origin, pathname } = new URL(url)
  const parts = pathname.split('/')
  return `${origin}${[...parts.slice(0, -1), parts.at(-1) ? '…' : ''].join('/')}`
}

/** Subscriptions by receiver. `uuid` is the first one's. */
export const byReceiver = <Hook extends { readonly uuid: string; readonly hook_url: string }>(
  all: readonly Hook[],
) =>
  [...Map.groupBy(all, ({ hook_url: url }) => url)].flatMap(([url, hooks]) =>
    hooks[0] ? [{ receiver: shownUrl(url), uuid: hooks[0].uuid, first: hooks[0], hooks }] : [],
  )
