import { WebClient } from '@slack/web-api'
import { mkdtempDisposableSync } from 'node:fs'
import { join } from 'node:path'
import { test as plainTest } from 'vitest'
import { createLog } from '../../../src/log.ts'
import { startPlayground, type PlaygroundOptions } from '../../../src/playground/playground.ts'
import { quickFolder } from '../../support/quick-folder.ts'
import { of, signingSecret, startStandInBot, type Json } from './stand-in-bot.ts'

export const botToken = 'xoxb-playground-token'
/** How the app is known, for adding it to workspaces. Its pages are the listening app's. */
export const oauthOf = (origin: string) => ({
  clientId: '10.20',
  clientSecret: 'the-client-secret',
  installUrl: `${origin}/slack/install`,
  redirectUrls: [`${origin}/slack/oauth_redirect`],
})

const appToken = 'xapp-playground-token'
const log = createLog('silent')

/** A workspace with a listening app, Slack's Web API, and the playground's own API. */
export const openWorld = async (options: Partial<PlaygroundOptions> = {}) => {
  const folder = mkdtempDisposableSync(join(quickFolder(), 'playground-'))
  const bot = await startStandInBot()
  const databasePath = options.databasePath ?? join(folder.path, 'slack.db')
  const start = () =>
    startPlayground({
      databasePath,
      port: 0,
      host: '127.0.0.1',
      eventsUrl: bot.eventsUrl,
      signingSecret,
      botToken,
      appToken,
      oauth: oauthOf(bot.origin),
      log,
      ...options,
    })
  let playground = await start()

  const call = async (method: string, path: string, body?: Json): Promise<Json> => {
    const answer = await fetch(`${playground.url}playground/api${path}`, {
      method,
      ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    })
    return { status: answer.status, ...((await answer.json()) as Json) }
  }

  /** Slack's own client, as an app uses it, without its retries. */
  const slack = (token = botToken) =>
    new WebClient(token, { slackApiUrl: playground.apiUrl, retryConfig: { retries: 0 } })

  return {
    bot,
    get url() {
      return playground.url
    },
    get apiUrl() {
      return playground.apiUrl
    },
    get fresh() {
      return playground.fresh
    },
    slack,
    /** The first event of this type, with these fields, that the app gets. */
    event: async (type: string, fields?: Json) => (await bot.until(of(type, fields))).body['event'] as Json,
    /** The app posts in #acme-onboarding. Returns the message's time. */
    posts: async (text: string, more: Json = {}): Promise<string> =>
      String((await slack().chat.postMessage({ channel: 'C0ACME', text, ...more })).ts),
    /** The same, to one person there. */
    whispers: (user: string, text: string, more: Json = {}) =>
      slack().chat.postEphemeral({ channel: 'C0ACME', user, text, ...more }),
    get: (path: string) => call('GET', path),
    post: (path: string, body: Json) => call('POST', path, body),
    /** Somebody writes in a channel. */
    say: (as: string, channel: string, text: string, more: Json = {}) =>
      call('POST', '/messages', { as, channel, text, ...more }),
    patch: (path: string, body: Json) => call('PATCH', path, body),
    remove: (path: string, body: Json) => call('DELETE', path, body),
    messages: async (as: string, channel: string): Promise<Json[]> =>
      (await call('GET', `/channels/${channel}/messages?as=${as}`))['messages'] as Json[],
    restart: async () => {
      await playground[Symbol.asyncDispose]()
      playground = await start()
    },
    [Symbol.asyncDispose]: async () => {
      await playground[Symbol.asyncDispose]()
      await bot[Symbol.asyncDispose]()
      folder.remove()
    },
  }
}

export type World = Awaited<ReturnType<typeof openWorld>>

/** A test in a world of its own. */
export const test = plainTest.extend<{ world: World }>({
  // Vitest reads from this pattern what a fixture needs.
  // oxlint-disable-next-line no-empty-pattern
  world: async ({}, use) => {
    await using world = await openWorld()
    await use(world)
  },
})
