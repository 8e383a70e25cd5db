import { anyRootInDoubt } from '../posts/store/past-posts.ts'
import { postByUuid, type PostRow } from '../posts/store/posts.ts'
import { threadAt } from './store/thread-at.ts'
import type { BotDeps } from '../../deps/deps.ts'

/** If the root's post got no answer, its row has no `ts`. Its metadata identifies it. */
export const rootInDoubt = async (deps: BotDeps, channel: string, threadTs: string) => {
  const { sql } = deps.database
  if (!(await anyRootInDoubt(sql, channel))) return undefined
  const ours = await deps.slack.rootOfThread(channel, threadTs)
  return ours && postByUuid(sql, ours.postId)
}

/** Whether a thread's root may be a message of ours that is not stored. */
export const mayBeSelf = ({ slack }: Pick<BotDeps, 'slack'>, parent: string | null | undefined): boolean => {
  if (!parent) return false
  const self = slack.known()?.userId
  return self === undefined || self === parent
}

/** The thread's task. Undefined unless the root is a task card. */
export const taskOfThread = (root: PostRow): string | undefined => {
  // In a flat channel, a message stored below the card is in the channel and can be a root itself.
  if (root.on_kind === 'task_card') return root.on_uuid ?? undefined
  return root.kind === 'task_card' ? root.object_uuid : undefined
}

/** The task whose thread this is, by its card or because people synced it. */
export const taskAt = async (
  { database }: Pick<BotDeps, 'database'>,
  channel: string,
  threadTs: string | undefined,
): Promise<string | undefined> => {
  if (threadTs === undefined) return undefined
  const { root, joinedTask } = await threadAt(database.sql, channel, threadTs)
  return (root && taskOfThread(root)) ?? joinedTask
}
