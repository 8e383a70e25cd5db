import {
  type AccountFacts,
  covers,
  type RoutedProject,
  runningSubscriptions,
  type Subscription,
  subscriptionFrom,
} from './subscriptions.ts'
import type { Expression, ExpressionBuilder } from 'kysely'
import type { BotTables } from './tables.ts'
import type { EventName } from '../../contract/event.ts'
import type { Given } from '../../database/statement.ts'
import { statement, type Queries } from './database.ts'
import {
  type ChannelSettings,
  settingsOrDefaults,
  channelSettings,
  isMuting,
  muteOf,
} from './channel-settings.ts'

/** An account in the tracker. Its name may change, its id does not. */
export interface Account {
  id: string | undefined
  name: string
}

/** The account's subscriptions, and perhaps those of another account with its name. */
export const ofAccount =
  ({ name, id }: { readonly [K in keyof Account]: Account[K] | Expression<string> | undefined }) =>
  (row: ExpressionBuilder<BotTables, 'subscription'>) =>
    row.and([
      row('subscription.scope', '=', 'account'),
      row.or([
        ...(name === undefined ? [] : [row('subscription.target', '=', name)]),
        ...(id === undefined ? [] : [row('subscription.account_id', '=', id)]),
      ]),
    ])

export interface ChannelPolicy {
  channel: string
  settings: ChannelSettings
  muted: boolean
  /** Its readers from outside were confirmed for other accounts than the project's. Absent if that isn't known. */
  unconfirmed?: boolean
}

export interface ProjectChannel extends ChannelPolicy {
  events: ReadonlySet<EventName>
  carded: boolean
  /** When a subscription to the project was last confirmed, the first of several. In ms. */
  since: number
}

const ofProject =
  (uuid: string | Expression<string>, listedAs = uuid) =>
  (row: ExpressionBuilder<BotTables, 'subscription'>) =>
    row.and([row('scope', '=', 'project'), row.or([row('target', '=', uuid), row('target', '=', listedAs)])])

interface Routed {
  uuid: string
  listedAs?: string
  accountName: string | undefined
  accountId: string | undefined
}

/** An active subscription that `covers` may say yes to. Each part has an index. */
export const mayCover =
  ({
    uuid,
    listedAs = uuid,
    accountName: name,
    accountId: id,
  }: { readonly [K in keyof Routed]: Routed[K] | Expression<string> }) =>
  (row: ExpressionBuilder<BotTables, 'subscription'>) =>
    row.and([
      row('subscription.paused_at', 'is', null),
      row.or([
        row('subscription.scope', '=', 'all'),
        ofProject(uuid, listedAs)(row),
        ofAccount({ name, id })(row),
      ]),
    ])

type Joined = BotTables & { card: BotTables['post'] }

export const muteNow =
  (now: Expression<number>) => (row: ExpressionBuilder<Joined, 'subscription' | 'channel_mute'>) =>
    row.and([row('channel_mute.channel', '=', row.ref('subscription.channel')), isMuting(now)(row)])

export const cardThere =
  (kind: Expression<string> | 'task_card', uuid: Expression<string>) =>
  (row: ExpressionBuilder<Joined, 'subscription' | 'card'>) =>
    row.and([
      row('card.channel', '=', row.ref('subscription.channel')),
      row('card.kind', '=', kind),
      row('card.object_uuid', '=', uuid),
      row('card.state', '=', 'posted'),
    ])

interface Wanted extends Routed {
  listedAs: string
  card: string
  kind: 'task_card' | 'project_card'
  now: number
}

const receiving = statement((db, given: Given<Wanted>) =>
  db
    .selectFrom('subscription')
    .leftJoin('channel_setting', 'channel_setting.channel', 'subscription.channel')
    .leftJoin('channel_mute', (join) => join.on(muteNow(given.now)))
    .leftJoin('post as card', (join) => join.on(cardThere(given.kind, given.card)))
    .selectAll('subscription')
    .select(['channel_setting.settings', 'channel_mute.channel as muted', 'card.id as card'])
    .where(mayCover(given))
    .orderBy('subscription.channel'),
)

/** Also channels where the project's account was not confirmed: their policy leaves its posts out, with the reason. */
export const projectChannels = async (
  sql: Queries,
  project: RoutedProject,
  card: { kind: 'task_card' | 'project_card'; uuid: string },
  now: number,
): Promise<ProjectChannel[]> => {
  const { uuid, listedAs = uuid, accountName, accountId } = project
  const about = { uuid, listedAs, accountName, accountId, card: card.uuid, kind: card.kind, now }
  return channelsFrom(await receiving.all(sql, about), project)
}

/** With its channel's settings, mute and card. */
export type SubscriptionRow = Parameters<typeof subscriptionFrom>[0] & {
  muted: string | null
  card: number | null
}

export const channelsFrom = (rows: readonly SubscriptionRow[], project: RoutedProject): ProjectChannel[] => {
  const channels = new Map<string, ProjectChannel & { events: Set<EventName> }>()
  for (const row of rows) {
    const subscription = subscriptionFrom(row)
    if (!covers({ ...subscription, only: undefined }, project)) continue
    const channel = channels.get(subscription.channel) ?? {
      channel: subscription.channel,
      events: new Set(),
      settings: settingsOrDefaults(row.settings),
      muted: row.muted !== null,
      unconfirmed: true,
      carded: row.card !== null,
      since: Infinity,
    }
    for (const event of subscription.events) channel.events.add(event)
    channel.since = Math.min(channel.since, subscription.confirmedAt)
    // One subscription that was confirmed for these readers is enough.
    channel.unconfirmed &&= !covers(subscription, project)
    channels.set(subscription.channel, channel)
  }
  return [...channels.values()]
}

const readOutside = statement((db, given: Given<{ taskUuid: string; channel: string }>) =>
  db
    .selectFrom('known_task as task')
    .innerJoin('known_project as project', 'project.uuid', 'task.project_uuid')
    .innerJoin('subscription', (join) =>
      join.on((row) =>
        mayCover({
          uuid: row.ref('project.uuid'),
          accountName: row.ref('project.account_name').$castTo<string>(),
          accountId: row.ref('project.account_id').$castTo<string>(),
        })(row),
      ),
    )
    .leftJoin('channel_setting', 'channel_setting.channel', 'subscription.channel')
    .selectAll('subscription')
    .select(['channel_setting.settings', 'project.uuid as of', 'project.account_name as ofName'])
    .select('project.account_id as ofId')
    .where('task.uuid', '=', given.taskUuid)
    .where('task.is_internal', '=', 0)
    .where('subscription.readers', '<>', '')
    .where('subscription.channel', '<>', given.channel)
    .orderBy('subscription.channel'),
)

/** Outsiders read in its channel what is written elsewhere. */
export const showsComments = ({ readers, events }: Pick<Subscription, 'readers' | 'events'>): boolean =>
  readers !== '' && events.includes('comment_new')

/** Other channels that outsiders read and that get the task's comments. None of a task that may be internal. */
export const othersReading = async (sql: Queries, taskUuid: string, channel: string): Promise<string[]> => {
  const found = (await readOutside.all(sql, { taskUuid, channel })).filter((row) => {
    const [accountName, accountId] = [row.ofName ?? undefined, row.ofId ?? undefined]
    const subscription = subscriptionFrom(row)
    const isCovered = covers(subscription, { uuid: row.of, accountName, accountId, stored: true })
    return isCovered && showsComments(subscription)
  })
  return [...new Set(found.map((row) => row.channel))]
}

/** The same for a project of the account that doesn't exist yet. */
export const othersReadingAccount = async (
  sql: Queries,
  { name: accountName, id: accountId }: AccountFacts,
  channel: string,
): Promise<string[]> => {
  const found = (await runningSubscriptions(sql, 'account')).filter(
    (one) =>
      one.channel !== channel && showsComments(one) && covers(one, { uuid: '', accountName, accountId }),
  )
  return [...new Set(found.map((one) => one.channel))].sort()
}

/** Whether another channel may receive the project. `projectUuid` is null if unknown: then any may. */
export const isReceivedElsewhere = async (sql: Queries, channel: string, projectUuid: string | null) => {
  const row = await sql
    .selectFrom('subscription')
    .select('channel')
    .where('channel', '<>', channel)
    .where('paused_at', 'is', null)
    .$if(projectUuid !== null, (query) =>
      query.where((row) =>
        row.or([row('scope', 'in', ['all', 'account']), ofProject(projectUuid ?? '')(row)]),
      ),
    )
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export const channelPolicy = async (sql: Queries, channel: string, now: number): Promise<ChannelPolicy> => ({
  channel,
  settings: await channelSettings(sql, channel),
  muted: (await muteOf(sql, now, channel)) !== undefined,
})

/** Projects that these subscriptions may include; undefined if one is for all. May be too many: `covers` decides. */
export const receivedProjects = async (
  sql: Queries,
  subscriptions: readonly Pick<Subscription, 'scope' | 'target' | 'accountId'>[],
): Promise<string[] | undefined> => {
  if (subscriptions.some(({ scope }) => scope === 'all')) return undefined
  const uuids = subscriptions.flatMap(({ scope, target }) => (scope === 'project' ? target : []))
  const accounts = subscriptions.filter(({ scope }) => scope === 'account')
  if (accounts.length === 0) return uuids
  const ids = accounts.flatMap(({ accountId }) => accountId ?? [])
  const names = accounts.map(({ target }) => target)
  const found = await sql
    .selectFrom('known_project')
    .select('uuid')
    .where((row) =>
      row.or([row('account_name', 'in', names), ...(ids.length > 0 ? [row('account_id', 'in', ids)] : [])]),
    )
    .execute()
  return [...uuids, ...found.map(({ uuid }) => uuid)]
}
