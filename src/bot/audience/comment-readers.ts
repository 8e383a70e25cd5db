import type { BotDeps } from '../deps/deps.ts'
import { type CommentReadersFacts, type ReadersNow, readersOfTask } from '../kit/task-card.ts'
import type { ChannelSettings } from '../store/channel-settings.ts'
import { othersReading, othersReadingAccount } from '../store/project-channels.ts'
import type { AccountFacts, RoutedProject } from '../store/subscriptions.ts'
import { mayTell, type Route } from './audience.ts'

/* Who reads words about a task, besides those whom the tracker shows it. The one answer for cards, dialogs, commands, and notes. */

/** For replies in a channel's threads. */
export const readersOfReplies = async (
  deps: BotDeps,
  { channel, shared }: Pick<Route, 'channel' | 'shared'>,
  { replies }: Pick<ChannelSettings, 'replies'>,
  taskUuid: string,
): Promise<ReadersNow> => {
  if (replies === 'one-way') return { replies: 'stay' }
  const also = await othersReading(deps.database.sql, taskUuid, channel)
  return { ...(shared && { replies: 'shared' as const }), also }
}

interface OnTask {
  uuid: string
  project: (RoutedProject & { accountName: string | undefined }) | undefined
  internal: boolean | undefined
}

/** For a comment by dialog or command. It also appears in the place where it was made, if that may show the task. */
export const readersOfComment = async (
  deps: BotDeps,
  place: Route | undefined,
  { uuid, project, internal }: OnTask,
): Promise<CommentReadersFacts> => {
  const isHere = place !== undefined && (await mayTell(deps, place, { project, internal }))
  return {
    readers: readersOfTask(internal),
    accountName: project?.accountName,
    ...(isHere && place.shared && { replies: 'shared' as const }),
    also: await othersReading(deps.database.sql, uuid, place?.channel ?? ''),
  }
}

/** For what is not internal of a project of the account that doesn't exist yet. */
export const readersOfNewProject = async (
  { database }: Pick<BotDeps, 'database'>,
  place: Pick<Route, 'channel' | 'shared'> | undefined,
  account: AccountFacts,
): Promise<CommentReadersFacts> => ({
  readers: 'customers',
  accountName: account.name,
  ...(place?.shared && { replies: 'shared' as const }),
  also: await othersReadingAccount(database.sql, account, place?.channel ?? ''),
})

/** For words that are no longer in a channel, but still in the tracker and in other channels. */
export const readersElsewhere = async (
  { database }: Pick<BotDeps, 'database'>,
  channel: string,
  { uuid, project, internal }: OnTask,
): Promise<CommentReadersFacts> => ({
  readers: readersOfTask(internal),
  accountName: project?.accountName,
  also: await othersReading(database.sql, uuid, channel),
})
