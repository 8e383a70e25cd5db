import { setTimeout as wait } from 'node:timers/promises'
import { commentsOf, type ListedComment } from './store/listed-comments.ts'
import { isOpen, partsOf, replyBySource, type ReplyRow } from '../../sync/replies/store/replies.ts'
import { commentChangeRefused, commentFailed } from './messages/work-object-refusal.ts'
import type { Actor } from '../../audience/actor.ts'
import type { BotDeps } from '../../deps/deps.ts'
import { storeComment } from '../../sync/replies/comment-on-task.ts'
import { type AskedDetails, refOf, tellPane } from './present-work-object.ts'
import { type Viewer, viewerOf } from './viewer.ts'
import { shownComment, taskPage, whyNoComments } from './work-object-comments.ts'

export interface PaneWords extends AskedDetails {
  /** In the format of a Slack message's text. */
  text: string
}

/** `acknowledge` shows the comment in the side panel, after Slack got its answer. */
export interface Taken {
  acknowledge(): Promise<void>
}

const looksEveryMs = 100

/** The channel to show the comment in, if the app is in it. */
const channelOf = async (deps: BotDeps, { channel }: Viewer): Promise<string | undefined> => {
  if (channel === undefined) return undefined
  const { member, archived, readersUnknown } = await deps.slack.channel(channel)
  return member && !archived && !readersUnknown ? channel : undefined
}

/** Waits briefly for the tracker. Counts attempts instead of time, so that slow machines get as many. */
const settledReply = async (deps: BotDeps, source: string): Promise<ReplyRow | undefined> => {
  for (let look = 0; ; look++) {
    const reply = await replyBySource(deps.database.sql, source)
    if (!reply || !isOpen(reply) || look * looksEveryMs >= deps.paneWaitMs) return reply
    await wait(looksEveryMs)
  }
}

const asListed = async (deps: BotDeps, reply: ReplyRow): Promise<ListedComment> => {
  const { sql } = deps.database
  const [first] = await partsOf(sql, reply.id)
  const known = first?.comment_uuid
  const listed = known
    ? (await commentsOf(sql, reply.task_uuid, 20)).find(({ id }) => id === known)
    : undefined
  return (
    listed ?? {
      id: known ?? `reply-${reply.id}-0`,
      authorName: undefined,
      userId: reply.user_id,
      text: first?.body ?? reply.text,
      asTyped: first === undefined,
      repliedTo: undefined,
      createdAt: reply.created_at,
      editedAt: undefined,
      state: reply.state,
    }
  )
}

const outcomeOf = async (deps: BotDeps, viewer: Viewer, reply: ReplyRow | undefined) => {
  if (!reply) return { error: commentFailed({}) }
  const { state, error } = reply
  if (state === 'refused' || state === 'unconfirmed')
    return { error: commentFailed({ state, reason: error ?? undefined }) }
  const url = await taskPage(deps, viewer, reply.task_uuid)
  return { comment: shownComment(await asListed(deps, reply), { url }) }
}

/** Shows ⏳, ✅ or ⚠️ in the side panel. Later results are reported in the channel. */
const acknowledge = async (
  deps: BotDeps,
  words: PaneWords,
  viewer: Viewer,
  source: string,
): Promise<void> => {
  const outcome = await outcomeOf(deps, viewer, await settledReply(deps, source))
  await tellPane(deps, () => deps.slack.acknowledgeComment(words.triggerId, outcome))
}

const refused = (deps: BotDeps, { triggerId }: PaneWords, error: string): Taken => ({
  acknowledge: async () => {
    await tellPane(deps, () => deps.slack.acknowledgeComment(triggerId, { error }))
  },
})

/** Stores the comment before Slack gets its answer. The trigger identifies duplicates. */
export const commentOnWorkObject = async (deps: BotDeps, actor: Actor, words: PaneWords): Promise<Taken> => {
  const { user } = actor
  const { text, triggerId } = words
  if (text.trim() === '') return refused(deps, words, 'Write the comment first.')
  const ref = refOf(words)
  const viewer = ref && (await viewerOf(deps, actor, ref))
  const refusal = await whyNoComments(deps, ref, viewer)
  if (refusal !== undefined || !ref || !viewer) return refused(deps, words, refusal ?? '')
  const channel = (await channelOf(deps, viewer)) ?? user
  const source = `pane:${triggerId}`
  await storeComment(deps, { source, channel, user_id: user, task_uuid: ref.uuid, text })
  return { acknowledge: () => acknowledge(deps, words, viewer, source) }
}

/** The interface cannot edit or delete comments. An old side panel may still offer it. */
export const refuseCommentChange = async (
  deps: BotDeps,
  triggerId: string,
  change: 'edit' | 'delete',
): Promise<void> => {
  const error = commentChangeRefused(change)
  await tellPane(deps, () => deps.slack.acknowledgeComment(triggerId, { error }))
}
