import { isBlank } from '../../../contract/text/folded.ts'
import { anyRootInDoubt } from '../posts/store/past-posts.ts'
import { sourceOf } from './store/replies.ts'
import { threadAt, type ThreadThere } from './store/thread-at.ts'
import { digestReply, oneWay, threadNotKnown, nothingToRead } from './messages/not-taken.ts'
import type { BotDeps } from '../../deps/deps.ts'
import type { Payload, BotJob } from '../../store/payloads.ts'
import { attached, type Incoming } from '../../slack/incoming.ts'
import { mayBeSelf, taskAt, taskOfThread, rootInDoubt } from './thread-root.ts'
import { tellOnce } from '../../answers/tell.ts'
import { addressed, isToUs } from '../../slack/words-to-us.ts'
import { nameForAll } from '../../audience/actor.ts'

type Reply = Payload<'unsure-reply'>

/** Stores the reply and asks Slack about its thread later, after Slack got its answer. */
const decideLater = (deps: BotDeps, reply: Reply): Promise<void> => {
  const { channel, ts, threadTs } = reply
  const lane = `${channel}:${threadTs}`
  const uniqueKey = sourceOf(channel, ts)
  return deps.database.transaction((tx) =>
    deps.lanes.enqueue(tx, [{ kind: 'unsure-reply', lane, payload: reply, uniqueKey }]),
  )
}

/** Takes a reply under this message of ours, or in a thread that became a task's. False if it is neither. */
const takeUnder = async (deps: BotDeps, there: ThreadThere, reply: Reply): Promise<boolean> => {
  const { root, joinedTask } = there
  const taskUuid = (root && taskOfThread(root)) ?? joinedTask
  if (taskUuid !== undefined) await acceptReply(deps, reply, taskUuid, there)
  // A digest has no task to comment on, so the person is told how to comment.
  else if (root?.kind === 'digest') await tellOnce(deps, reply, 'digest', digestReply())
  return root !== undefined || taskUuid !== undefined
}

/** It writes as a person does: `users.info` shows no bot. */
const slackbot = 'USLACKBOT'

/**
 * Takes a person's message in a thread, from Slack's event or from a later search. Durable when it resolves, and never
 * waits for Slack.
 */
export const takeSaid = async (deps: BotDeps, said: Incoming, channel: string): Promise<void> => {
  const { user: userId, ts, thread_ts: threadTs, parent_user_id: parent } = said
  const { text } = said
  const files = attached(said)
  if (said.bot_id || !userId || userId === slackbot || !threadTs || threadTs === ts) return
  const isEmpty = isBlank(text) && files.length === 0
  if (isEmpty && !said.unread) return
  const self = deps.slack.known()?.userId
  const to = addressed(text)?.user
  // A command to the app also arrives as `app_mention` and is answered there.
  if (self !== undefined && (userId === self || to === self)) return
  const reply = { channel, ts, threadTs, userId, text, files }
  const { sql } = deps.database
  if (isEmpty) {
    const taskUuid = await taskAt(deps, channel, threadTs)
    return taskUuid === undefined ? undefined : tellOnce(deps, reply, 'unread', nothingToRead())
  }
  const isSure = to === undefined || self !== undefined
  if (isSure && (await takeUnder(deps, await threadAt(sql, channel, threadTs), reply))) return
  if (!isSure || mayBeSelf(deps, parent) || (await anyRootInDoubt(sql, channel)))
    return decideLater(deps, { ...reply, parent: parent ?? '' })
}

/** Stores a reply that is known to be to this task. If the channel takes none, its author is told once per thread. */
const acceptReply = async (
  deps: BotDeps,
  reply: Payload<'unsure-reply'>,
  taskUuid: string,
  { settings: { replies }, isTaskDeleted }: Pick<ThreadThere, 'settings' | 'isTaskDeleted'>,
): Promise<void> => {
  if (replies === 'two-way') return deps.storeReply({ reply, taskUuid, isTaskDeleted, now: deps.now() })
  const taskName = await nameForAll(deps.database.sql, reply.channel, taskUuid)
  await tellOnce(deps, reply, 'one-way', oneWay({ taskName }))
}

/** Lane `unsure-reply`, one per thread: for replies that need a Slack call to know whether they are ours. */
export const takeUnsure = async (deps: BotDeps, job: BotJob<'unsure-reply'>): Promise<void> => {
  const reply = job.payload
  const { userId: self } = await deps.slack.identity()
  if (reply.userId === self || (await isToUs(deps, reply.text))) return
  const { channel, threadTs, parent } = reply
  const there = await threadAt(deps.database.sql, channel, threadTs)
  const root = there.root ?? (await rootInDoubt(deps, channel, threadTs))
  if ((await takeUnder(deps, { ...there, root }, reply)) || parent !== self) return
  // A card that the database doesn't have, for example from before the app was installed again.
  const ours = await deps.slack.rootOfThread(channel, threadTs)
  if (ours?.about?.kind === 'task_card') await tellOnce(deps, reply, 'not-known', threadNotKnown())
}
