import { isBlank } from '../../../contract/text/folded.ts'
import { anyRootInDoubt } from '../posts/store/delivered.ts'
import { sourceOf } from './store/replies.ts'
import { threadAt, type ThreadThere } from './store/thread-at.ts'
import { digestReply } from './messages/not-taken.ts'
import type { BotDeps } from '../../deps/deps.ts'
import type { Payload } from '../../store/payloads.ts'
import { attached, type Incoming } from '../../slack/said.ts'
import { acceptReply } from './accept-reply.ts'
import { mayBeSelf, taskOfThread } from './thread-root.ts'
import { tellOnce } from './mark-message.ts'
import { addressed } from '../../slack/words-to-us.ts'

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
export const takeUnder = async (
  deps: BotDeps,
  { root, joinedTask, settings }: ThreadThere,
  reply: Reply,
): Promise<boolean> => {
  const taskUuid = (root && taskOfThread(root)) ?? joinedTask
  if (taskUuid !== undefined) await acceptReply(deps, reply, taskUuid, settings)
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
  const text = said.text ?? ''
  const files = attached(said)
  if (said.bot_id || !userId || userId === slackbot || !threadTs || threadTs === ts) return
  if (isBlank(text) && files.length === 0) return
  const self = deps.slack.known()?.userId
  const to = addressed(text)?.user
  // A command to the app also arrives as `app_mention` and is answered there.
  if (self !== undefined && (userId === self || to === self)) return
  const reply = { channel, ts, threadTs, userId, text, files }
  const { sql } = deps.database
  const isSure = to === undefined || self !== undefined
  if (isSure && (await takeUnder(deps, await threadAt(sql, channel, threadTs), reply))) return
  if (!isSure || mayBeSelf(deps, parent) || (await anyRootInDoubt(sql, channel)))
    return decideLater(deps, { ...reply, parent: parent ?? '' })
}
