import { groupCommit } from '../../database/group-commit.ts'
import { type LaneOptions, type Lanes, openLanes } from '../../lanes/lanes.ts'
import type { Background } from '../deps/background.ts'
import { type BotDeps, type Limits, notConnected, idsOf, traceOf, tracedLanes } from '../deps/deps.ts'
import { type BotToken, type SlackApp, slackClients, slackClock } from '../slack/client.ts'
import { type Slack, createSlack } from '../slack/web-slack.ts'
import type { BotDatabase } from '../store/database.ts'
import { storeReplies } from '../sync/replies/take-reply.ts'
import { noteQuota } from '../features/status/quota.ts'
import { type TrackerConnection, onQuotaOf } from '../installations/tracker-connection.ts'
import type { Connecting } from '../installations/connecting.ts'
import type { Installation } from '../installations/installation.ts'
import { partsLike } from '../sync/store/around-comment.ts'
import { fromSlack } from '../../contract/comment.ts'
import { saysTheSame } from '../sync/replies/comment-words.ts'
import { hideSecrets, type Log } from '../../log.ts'

/**
 * Looks at the replies of `others`, and tells no more than whether one of them is this comment. The event may come
 * before the tracker's answer, so a reply that is being sent counts, too.
 */
const sentElsewhere =
  (database: BotDatabase, others: () => Promise<readonly number[]>): BotDeps['isSentElsewhere'] =>
  async ({ uuid, associated_object_uuid: task, message_plain: text }) => {
    if (!fromSlack(text)) return false
    for (const one of await others()) {
      const { own, unconfirmed } = await partsLike(database.of(one).sql, uuid, task ?? undefined)
      if (own ?? unconfirmed.find(({ body }) => saysTheSame(body, text))) return true
    }
    return false
  }

export interface SharedDeps extends Pick<
  BotDeps,
  'arrived' | 'log' | 'now' | 'newUuid' | keyof Limits | 'metrics'
> {
  readonly slackWith: (botToken: BotToken) => Slack
  readonly database: BotDatabase
  readonly lanes: Lanes
  readonly background: Background
  readonly instance: Omit<BotDeps['instance'], 'idOf' | 'access'>
  /** Slack does not let the app into the workspace any more. */
  readonly onLeft: (installation: number, reason: string, at: number) => Promise<boolean>
  readonly connecting: ((installation: number) => Connecting | undefined) | undefined
  /** Identifies the bot's database. */
  readonly key: string
}

/** They need no disposal: connections and jobs are the process's. */
export const depsFor = (
  shared: SharedDeps,
  { id, botToken, tracker: account }: Installation,
  tracker: TrackerConnection | undefined,
  /** Those that use the same tracker. */
  others: () => Promise<readonly number[]>,
): BotDeps => {
  const { slackWith, database: all, lanes: allLanes, background, connecting, key, onLeft, ...same } = shared
  const database = all.of(id)
  const lanes = tracedLanes(allLanes.of(id))
  const storeReply = groupCommit(
    database,
    storeReplies(() => deps),
  )
  const deps: BotDeps = {
    ...same,
    apiUserUuid: account?.apiUserUuid,
    integrationUuid: account?.integrationUuid,
    api: tracker ? onQuotaOf(tracker.api, () => background.run(() => noteQuota(deps))) : notConnected,
    tracker,
    isSentElsewhere: sentElsewhere(all, others),
    connecting: connecting?.(id),
    slack: slackWith(botToken),
    database,
    lanes,
    storeReply,
    leave: (reason, at) => onLeft(id, reason, at),
    later: background.later,
    instance: { ...same.instance, idOf: idsOf(key, id), access: { removed: undefined } },
  }
  return deps
}

/** Limit for work in progress at shutdown, in ms: Ctrl-C should take under 5 s. */
export const stopMs = 2_000

export const lanesOver = (database: BotDatabase, log: Log, now: () => number, options: LaneOptions): Lanes =>
  openLanes(database.lanes, {
    now,
    graceMs: stopMs,
    redact: hideSecrets,
    onError: (error, job) =>
      log.warn(
        { reason: (error as Error).message, kind: job?.kind, lane: job?.lane, trace: traceOf(job?.payload) },
        'a job will be tried again',
      ),
    ...options,
  })

/** All installations share the clock and what does the calls. */
export const slackWith = (
  app: SlackApp,
  { log, now, metrics }: Pick<BotDeps, 'log' | 'now' | 'metrics'>,
): ((botToken: BotToken) => Slack) => {
  const clock = slackClock(now)
  const clientWith = slackClients(app, log, clock, metrics.slackCall)
  return (botToken) => createSlack(clientWith(botToken), clock)
}
