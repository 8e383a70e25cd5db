import type { Comment } from '../../../../src/contract/comment.ts'
import { hashOf } from '../../../../src/contract/text.ts'
import type { Directory, Installation } from '../../../../src/bot/installations/installation.ts'
import { Pool } from 'undici'
import fastify from 'fastify'
import { startBot } from '../../../../src/bot/app/bot.ts'
import { putChannelSettings, defaultSettings } from '../../../../src/bot/store/channel-settings.ts'
import { beginDigests } from '../../../../src/bot/features/digests/store/digests.ts'
import { scheduleDigest } from '../../../../src/bot/features/digests/post-digest.ts'
import { splitAuthor } from '../../../../src/bot/sync/replies/comment-words.ts'
import { openDatabase } from '../../../../src/bot/store/database.ts'
import type { EventName } from '../../../../src/contract/event.ts'
import { type EngineName, freshDatabaseUrl } from '../../../support/databases.ts'
import { acme, channels, globex } from '../../audience/two-customers.ts'
import { daily } from '../../support/digesting.ts'
import { slackDoor } from '../../support/slack/slack-door.ts'
import { refuse, type SharedChannel, type SlackMessage } from '../../support/slack/stand-in-slack.ts'
import { organizationBeside } from '../../support/slack/stand-in-state.ts'
import { commentEvent, quiet } from '../../support/start-node.ts'
import { projectSubscription, subscribeQuietly } from '../installing.ts'
import { count, type Counts } from './counts.ts'
import { echoOf, eventOf, type Side, sharedOf, sideOf, type Tracker, trackerOf } from './side.ts'

interface Installed {
  readonly team: string
  readonly installation: Installation
}

const directoryOf = (all: readonly Installed[]) => {
  const installed = new Map(all.map((one) => [one.installation.id, one]))
  const trackers = () => [...installed.values()].flatMap(({ installation }) => installation.tracker ?? [])
  const directory: Directory = {
    byId: async (id) => installed.get(id)?.installation,
    idOf: async ({ team }) => [...installed.values()].find((one) => one.team === team)?.installation.id,
    byHook: async (hash) => {
      const tracker = trackers().find(({ hookSecret }) => hashOf(hookSecret) === hash)
      const users = [...installed.values()].filter(
        ({ installation }) => installation.tracker?.id === tracker?.id,
      )
      return tracker && { tracker, installations: users.map(({ installation }) => installation.id) }
    },
    onTracker: async (url) =>
      [...installed].filter(([, { installation }]) => installation.tracker?.url === url).map(([id]) => id),
    trackerById: async (id) => trackers().find((tracker) => tracker.id === id),
    ids: async () => [...installed.keys()],
  }
  return {
    directory,
    add: (one: Installed) => void installed.set(one.installation.id, one),
    remove: (id: number) => void installed.delete(id),
  }
}

/** A channel of two workspaces: no message of one has the time of another's. */
const sharedChannel = (): SharedChannel => {
  let clock = 1_763_750_000_000_000
  const messages: SlackMessage[] = []
  return {
    id: channels.shared,
    messages,
    told: new Map(),
    stamp: () => `${Math.floor((clock += 1) / 1e6)}.${String(clock % 1e6).padStart(6, '0')}`,
  }
}

/** Receives a digest in place of messages. */
const digests = 'C0DIGESTS'

/** A comment's author and text, as channels show them, and the author's name, as the project's card does. */
const partsOf = (body: string): readonly string[] => {
  const { authorName, text } = splitAuthor(body)
  return [body, authorName, text, authorName.replace(/ \(Slack\)$/, '')]
}

/** The last two installations of five use one tracker. */
const trackerNumbers = (installations: number) =>
  Array.from({ length: installations }, (_, at) => (at === 4 ? 4 : at + 1))

/** Slack's way to answer: each workspace has its own response URLs. */
const respondDoor = async (heard: (n: number, body: string) => void) => {
  const server = fastify({ forceCloseConnections: true })
  server.post<{ Params: { n: string } }>('/respond/:n', (request) => {
    heard(Number(request.params.n), JSON.stringify(request.body))
    return {}
  })
  const url = await server.listen({ host: '127.0.0.1', port: 0 })
  return { urlOf: (n: number) => `${url}/respond/${n}`, close: () => server.close() }
}

/** One bot with several installations. The first is what the environment names, the others are in the directory. */
export const worldOf = async (engine: EngineName, installations: number) => {
  await using stack = new AsyncDisposableStack()
  const connect = sharedChannel()
  const numbers = trackerNumbers(installations)
  const trackers = [...new Set(numbers)].map((n) => trackerOf(n))
  const counts: Counts = new Map()
  const turns = new Map<string, number>()
  const clock = { ahead: 0 }
  const now = () => Date.now() + clock.ahead
  let pool: Pool | undefined
  const send = async (path: string, headers: Record<string, string>, body: string) => {
    if (!pool) throw new Error('the bot is not started')
    const answer = await pool.request({ path, method: 'POST', headers, body })
    const text = await answer.body.text()
    return new Response(text === '' ? null : text, { status: answer.statusCode })
  }
  const sides = numbers.map((number, at) => {
    const tracker = trackers.find(({ n }) => n === number)
    if (!tracker) throw new Error('no such tracker')
    return sideOf(at + 1, tracker, connect, send, (what) => count(counts, what))
  })
  const byToken = new Map(sides.map((side) => [side.token, side]))
  const door = await slackDoor((token) => byToken.get(token)?.slack.take)
  stack.defer(() => door.close())
  const respond = await respondDoor((n, body) => void sides[n - 1]?.answers.push(body))
  stack.defer(() => respond.close())
  const database = await openDatabase(await freshDatabaseUrl(engine))
  stack.defer(() => database[Symbol.asyncDispose]())
  const [first, ...others] = sides as [Side, ...Side[]]
  const installed = directoryOf(others)
  const { api, watch, url, hookSecret, apiUserUuid } = first.tracker.account
  const bot = await startBot({
    slack: { mode: 'http', botToken: first.token, signingSecret: 'signing-secret', apiUrl: door.apiUrl },
    api,
    watch,
    trackerUrl: url,
    webhookSecret: hookSecret,
    apiUserUuid,
    directory: installed.directory,
    database,
    log: quiet,
    host: '127.0.0.1',
    port: 0,
    publicUrl: undefined,
    subscribe: 'off',
    now,
    laneOptions: { onRun: ({ kind }) => count(counts, `job: ${kind}`) },
    pendingReactionMs: 60_000,
    paneWaitMs: 300,
    doctorWaitMs: 200,
  })
  stack.defer(() => bot[Symbol.asyncDispose]())
  const opened = new Pool(bot.url, { connections: 64, pipelining: 0 })
  pool = opened
  stack.defer(() => opened.destroy())
  /** `more`: channels that receive the first project too. */
  const subscribe = async (n: number, more: readonly string[] = []) => {
    const to = [
      ...more.map((channel) => [channel, acme.uuid] as const),
      [channels.own, acme.uuid],
      [sharedOf(n), acme.uuid],
      [channels['other customer'], globex.uuid],
      [digests, globex.uuid],
    ] as const
    await database.of(n).transaction(async (tx) => {
      for (const [channel, target] of to)
        await subscribeQuietly(tx, {
          ...projectSubscription(channel, target),
          createdAt: now(),
          readers: organizationBeside(`T${n}`),
          account: { name: undefined, id: 'a1' },
        })
      const settings = { ...defaultSettings, digest: daily }
      await putChannelSettings(tx, digests, settings, { user: 'U0DANA', at: 0 })
      await beginDigests(tx, digests, now())
      await scheduleDigest({ lanes: bot.lanes.of(n), now }, tx, digests, settings)
    })
  }
  for (const { n } of sides) await subscribe(n)
  const hook = (secret: string, body: object) =>
    send(`/webhooks/onboarding/${secret}`, { 'content-type': 'application/json' }, JSON.stringify(body))
  const echoes = new Set<Promise<unknown>>()
  for (const tracker of trackers)
    tracker.control.onCreated = async (comment) => {
      for (const said of partsOf(comment.message_plain)) tracker.said.add(said)
      count(counts, 'comment of a reply')
      const nth = turns.get('echo') ?? 0
      turns.set('echo', nth + 1)
      const echo = () => hook(tracker.account.hookSecret, echoOf(tracker, comment))
      // Before the tracker's answer, about when it comes, or never.
      if (nth % 3 === 0) await echo()
      if (nth % 3 === 1) echoes.add(new Promise((resolve) => setImmediate(resolve)).then(echo))
    }
  // Each must know who it is, as it does soon after any start.
  for (const { n } of sides) await (await bot.workspaces.of(n))?.slack.identity()
  const open = stack.move()
  return {
    sides,
    trackers,
    connect,
    bot,
    database,
    installed,
    clock,
    subscribe,
    counts,
    now,
    turn: (of: string) => {
      const at = turns.get(of) ?? 0
      turns.set(of, at + 1)
      return at
    },
    /** Everything that is due is done. */
    idle: async () => {
      do {
        await bot.lanes.idle()
        await Promise.all(echoes)
        echoes.clear()
        await bot.lanes.idle()
      } while (echoes.size > 0)
    },
    respondAt: respond.urlOf,
    hook,
    /** A comment on the first project's task, and its event. */
    comments: async (tracker: Tracker, message_plain: string, facts: Partial<Comment> = {}) => {
      const about = { associated_object_uuid: acme.task, parent_object_uuid: acme.uuid, ...facts }
      const comment = tracker.addComment({ message_plain, ...about })
      await hook(tracker.account.hookSecret, commentEvent(comment))
    },
    /** A person answers in the workspace's own thread, if not said otherwise, and all that follows from it. */
    replies: async (
      { slack, slackEvent }: Side,
      text: string,
      channel: string = channels.own,
      thread_ts = slack.roots(channels.own)[0]?.ts,
    ) => {
      const said = { channel, user: 'U0DANA', text, ts: '1763800000.000100', thread_ts }
      await slackEvent({ type: 'message', channel_type: 'channel', ...said })
      await bot.lanes.idle()
    },
    tell: (tracker: Tracker, name: EventName, at: number) => {
      count(counts, `tracker: ${name}`)
      return hook(tracker.account.hookSecret, eventOf(tracker, at, name))
    },
    checkSlack: () => sides.forEach(({ slack }) => refuse(slack.refused)),
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  }
}
export type World = Awaited<ReturnType<typeof worldOf>>
