import type { WebClient } from '@slack/web-api'

/** Every method that the bot calls with a token. */
const methods = {
  auth: ['test'],
  chat: ['delete', 'getPermalink', 'postEphemeral', 'postMessage', 'unfurl', 'update'],
  conversations: ['history', 'info', 'list', 'members', 'open', 'replies'],
  pins: ['add', 'remove'],
  reactions: ['add', 'remove'],
  users: ['conversations', 'info', 'list', 'lookupByEmail'],
  views: ['open', 'publish', 'push', 'update'],
} as const

export type SlackMethods = {
  readonly [G in keyof typeof methods]: Pick<WebClient[G], (typeof methods)[G][number] & keyof WebClient[G]>
}

/** These methods, with WebClient's types. A WebClient has 290 and takes 27 kB, which is much for each installation. */
export const methodsBy = (call: WebClient['apiCall']): SlackMethods =>
  Object.fromEntries(
    Object.entries(methods).map(([group, names]) => [
      group,
      Object.fromEntries(
        names.map((name) => [name, (options?: Record<string, unknown>) => call(`${group}.${name}`, options)]),
      ),
    ]),
  ) as unknown as SlackMethods
