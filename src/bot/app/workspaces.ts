import { createHmac } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { hashOf } from '../../contract/text.ts'
import { groupCommit } from '../../database/group-commit.ts'
import { type Hook, type Inbox, storeWebhooks } from '../doors/server.ts'
import { type BotDatabase, defaultInstallation, wholeBot } from '../store/database.ts'
import { installationsIn, installationsOfBot } from '../installations/store/installations.ts'
import { type BotDeps, notConnected, type Workspaces } from '../deps/deps.ts'
import type { SharedDeps } from './shared-deps.ts'
import type { Directory, Installation, TrackerAccount } from '../installations/installation.ts'
import { type ConnectOptions, connectTracker, type TrackerConnection } from '../deps/tracker-connection.ts'
import { fromSlack } from '../../contract/comment.ts'
import { createDailyBytes, type DailyBytes } from '../store/daily-bytes.ts'
import { noteQuota, noteDailyBytes } from '../features/status/quota.ts'
import { saysTheSame } from '../sync/replies/comment-words.ts'
import { storeReplies } from '../sync/replies/take-reply.ts'
import { partsLike } from '../sync/store/comments.ts'

/**
 * Looks at the replies of `others`, and tells no more than whether one of them is this comment. The event may come
 * before the tracker's answer, so a reply that is being sent counts, too.
 */
const sentElsewhere =
  (database: BotDatabase, others: () => Promise<readonly number[]>): BotDeps['isSentElsewhere'] =>
  async ({ uuid, taskUuid, text }) => {
    if (!fromSlack(text)) return false
    for (const one of await others()) {
      const { own, unconfirmed } = await partsLike(database.of(one).sql, uuid, taskUuid)
      if (own ?? unconfirmed.find(({ body }) => saysTheSame(body, text))) return true
    }
    return false
  }

/** The same for the same text, on each of the bot's nodes. Two installations can share a channel, so their ids differ. */
const idsOf = (key: string, installation: number) => {
  const own = installation === defaultInstallation ? 'id' : `id of ${installation}`
  return (text: string): string =>
    createHmac('sha256', key).update(`${own} ${text}`).digest('hex').slice(0, 32)
}

const mostRead = 10_000

/** The deps need no disposal: connections and jobs are the process's. */
const depsFor = (
  shared: SharedDeps & Pick<BotDeps, 'arrived' | 'stored'>,
  { id, botToken, tracker: account }: Installation,
  tracker: TrackerConnection | undefined,
  /** The other installations that use the same tracker. */
  others: () => Promise<readonly number[]>,
): BotDeps => {
  const { slackWith, database: all, lanes: allLanes, background, connecting, key, onLeft, ...same } = shared
  const database = all.of(id)
  const storeReply = groupCommit(
    database,
    storeReplies(() => deps),
  )
  const deps: BotDeps = {
    ...same,
    apiUserUuid: account?.apiUserUuid,
    integrationUuid: account?.integrationUuid,
    api: tracker?.api ?? notConnected,
    tracker,
    isSentElsewhere: sentElsewhere(all, others),
    // The environment's tracker is changed there.
    connecting: account?.id === defaultInstallation ? undefined : connecting?.(id),
    slack: slackWith(botToken),
    database,
    lanes: allLanes.of(id),
    homeTurns: new LRUCache({ max: 1_000 }),
    readReplies: new LRUCache({ maxSize: mostRead, sizeCalculation: () => 1 }),
    storeReply,
    leave: (reason, at) => onLeft(id, reason, at),
    later: background.later,
    instance: { ...same.instance, idOf: idsOf(key, id), access: { removed: undefined } },
  }
  return deps
}

/** Installations that worked recently. Each holds caches of people and channels. */
const mostReady = 1_000

/** Characters of events that were stored and are not yet worked on. */
const mostArrived = 1_000_000

export const createWorkspaces = (
  shared: SharedDeps,
  directory: Directory,
  options: Pick<ConnectOptions, 'subscribe' | 'freshMs'>,
) => {
  const ready = new LRUCache<number, { installation: Installation; deps: BotDeps }>({ max: mostReady })
  const connections = new LRUCache<number, { account: TrackerAccount; connection: TrackerConnection }>({
    max: mostReady,
  })

  const inboxes = new LRUCache<number, Inbox & { stored: DailyBytes }>({ max: mostReady })
  const arrived: BotDeps['arrived'] = new LRUCache({ maxSize: mostArrived })

  const connect = (account: TrackerAccount): TrackerConnection => {
    const current = connections.get(account.id)
    if (current?.account === account) return current.connection
    const { database, lanes, instance, metrics, background, ticks } = shared
    // An installation that worked before may have left, be paused, or use another tracker by now.
    const noteFor = async (id: number) => {
      const deps = await workspaces.of(id)
      if (deps?.tracker?.id === account.id) await noteQuota(deps)
    }
    const onQuota = () => {
      for (const [id, { deps }] of ready.entries())
        if (deps.tracker?.id === account.id) background.add(noteFor(id))
    }
    const connection = connectTracker(account, {
      database: database.of(wholeBot),
      lanes: lanes.of(wholeBot),
      publicUrl: instance.publicUrl,
      ticks,
      onCall: metrics.trackerCalled,
      onQuota,
      ...options,
    })
    connections.set(account.id, { account, connection })
    return connection
  }

  /** Where an installation's webhooks wait for its lanes, also while it is paused. */
  const inboxOf = (id: number): Inbox & { stored: DailyBytes } => {
    const cached = inboxes.get(id)
    if (cached) return cached
    const { log, now, dailyBytes, metrics } = shared
    const [database, lanes] = [shared.database.of(id), shared.lanes.of(id)]
    const stored = createDailyBytes({ database, now, dailyBytes }, metrics.storedBytes)
    const inbox = {
      stored,
      store: groupCommit(database, storeWebhooks({ lanes, arrived, log, stored })),
      isFull: async () => {
        const isSpent = await stored.isSpent()
        if (isSpent) await noteDailyBytes({ database, lanes, now })
        return isSpent
      },
    }
    inboxes.set(id, inbox)
    return inbox
  }

  const workspaces: Workspaces = {
    of: async (id, orPaused) => {
      const installation = await directory.byId(id, orPaused)
      if (!installation) return undefined
      const current = ready.get(id)
      // The directory returns the same value until something has changed.
      if (current?.installation === installation) return current.deps
      const { tracker } = installation
      const others = async () =>
        tracker ? (await directory.onTracker(tracker.url)).filter((one) => one !== id) : []
      const deps = depsFor(
        { ...shared, arrived, stored: inboxOf(id).stored },
        installation,
        tracker && connect(tracker),
        others,
      )
      ready.set(id, { installation, deps })
      return deps
    },
    idOf: directory.idOf,
    // Not cached: a person may answer the first message of an installation at once, and on another node.
    sharing: async (channel) =>
      (await directory.ids()).length < 2 ? [] : installationsIn(shared.database, channel),
    mentioned: (botUser) => installationsOfBot(shared.database.installations.sql, botUser),
  }
  return {
    ...workspaces,
    hook: async (secret: string): Promise<Hook | undefined> => {
      const found = await directory.byHook(hashOf(secret))
      return found?.installations.map(inboxOf)
    },
    tracker: async (id: number): Promise<TrackerConnection | undefined> => {
      const account = await directory.trackerById(id)
      return account && connect(account)
    },
    ids: directory.ids,
    /** Undefined unless the installation worked recently: it asks no database. */
    knownDeps: (id: number): BotDeps | undefined => ready.get(id)?.deps,
  }
}

/** The installation that the environment names. */
export interface OwnInstallation extends Partial<Omit<TrackerAccount, 'id' | 'url' | 'hookSecret'>> {
  /** Without a token, `default` is at work only once its workspace has installed the app by OAuth. */
  slack: { botToken?: string | undefined }
  /** Part of a hook subscription's key: the same hook on two trackers is two subscriptions. */
  trackerUrl?: string
  webhookSecret?: string
}

/** The tracker of `default`, also after its workspace has moved to OAuth. Undefined if the environment names none. */
export const environmentsTracker = (own: OwnInstallation): TrackerAccount | undefined => {
  const { api, watch, trackerUrl: url, webhookSecret: hookSecret } = own
  if (!api || !watch || url === undefined || hookSecret === undefined) return undefined
  const { reach, quota, place, cached, apiUserUuid, integrationUuid } = own
  const options = { reach, quota, place, cached, apiUserUuid, integrationUuid }
  return { id: defaultInstallation, url, api, watch, hookSecret, ...options }
}

const noOthers: Directory = {
  byId: async () => undefined,
  idOf: async () => undefined,
  byHook: async () => undefined,
  trackerById: async () => undefined,
  onTracker: async () => [],
  ids: async () => [],
}

/** The environment's installation, and those that came by OAuth. */
export const withDefault = (
  botToken: string | undefined,
  tracker: TrackerAccount | undefined,
  others = noOthers,
): Directory => {
  if (botToken === undefined || !tracker) return others
  const installation = { id: defaultInstallation, botToken: async () => botToken, tracker }
  const hash = hashOf(tracker.hookSecret)
  return {
    byId: async (id, orPaused) => (id === defaultInstallation ? installation : others.byId(id, orPaused)),
    idOf: others.idOf,
    byHook: async (hookHash) =>
      hookHash === hash ? { tracker, installations: [defaultInstallation] } : others.byHook(hookHash),
    trackerById: async (id) => (id === tracker.id ? tracker : others.trackerById(id)),
    onTracker: async (url) => {
      const found = await others.onTracker(url)
      return tracker.url === url ? [...new Set([defaultInstallation, ...found])] : found
    },
    ids: async () => [defaultInstallation, ...(await others.ids())],
  }
}
