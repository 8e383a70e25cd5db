import type { Comment } from '../../../contract/comment.ts'
import type { ReplyPart } from './store/replies.ts'
import type { BotDeps } from '../../deps/deps.ts'
import { authorOf } from './comment-notes.ts'
import { saidNow, splitAuthor } from './reply-bodies.ts'

/** Who said it, and what. The API user wrote what people said in Slack. `own`: the reply that the comment is. */
export const saidIn = async (
  deps: BotDeps,
  comment: Comment,
  own: ReplyPart | undefined,
): Promise<{ authorName: string; text: string; inSlack: boolean }> => {
  const text = comment.message_plain
  if (own) return { ...saidNow(own.body, text), inSlack: true }
  if (await deps.isSentElsewhere(comment)) return { ...splitAuthor(text), inSlack: true }
  return { authorName: authorOf(comment), text, inSlack: false }
}
