import type { TrackerEvent } from '../../contract/event.ts'
import { deliveriesAbout } from '../../store/bot/deliveries.ts'
import { forgetComment } from '../../store/bot/known-comments.ts'
import type { BotDeps } from '../deps.ts'
import type { CommentFacts } from './on-comment.ts'
import { type Decision, dropped, handled } from './decision.ts'
import { unlessMissing } from './tracker-trouble.ts'

type Event = Extract<TrackerEvent, { name: 'comment_deleted' }>

/** A deletion is confirmed by the comment's absence; then the posted message becomes a tombstone. */
export const onCommentDeleted = async (deps: BotDeps, event: Event): Promise<Decision> => {
  const comment = await unlessMissing(deps.api.getComment({ comment_uuid: event.objectUuid }))
  if (comment) return dropped('not verified: the comment is still there')
  await forgetComment(deps.database.sql, event.objectUuid, deps.now())
  const posted = await deliveriesAbout(deps.database.sql, 'comment', event.objectUuid)
  if (posted.length === 0) return dropped('the comment was never posted')
  return handled(
    posted.map(({ channel, facts }) => ({
      channel,
      kind: 'comment_tombstone',
      objectUuid: event.objectUuid,
      op: 'update',
      on: { kind: 'comment', uuid: event.objectUuid },
      facts: { authorName: (JSON.parse(facts) as CommentFacts).authorName },
    })),
  )
}
