import type { Answer } from '../../answers/answer.ts'
import { staleButton } from '../../answers/messages/try-again.ts'
import { type Here, may, mayKnowTask } from '../../audience/actor.ts'
import type { BotDeps } from '../../deps/deps.ts'
import { commentRest } from '../../kit/comment.ts'
import { StaleValue } from '../../kit/facts.ts'
import { lookAtComment } from '../../tracker/comment-in-view.ts'
import { findCommentWords, unknownAuthor } from './on-comment.ts'

const shape = /^comment:([0-9a-f-]{36}):(\d{1,9})$/

/** *Show more* under a long comment: shows the rest to the person who pressed it. */
export const showRest = async (deps: BotDeps, actor: Here, value: string): Promise<Answer> => {
  const [, uuid, from] = shape.exec(value) ?? []
  if (uuid === undefined) throw new StaleValue('names no comment')
  const comment = await lookAtComment(deps, uuid)
  const task = comment?.taskUuid
  if (!comment || !(may(actor, 'work') || (task && (await mayKnowTask(deps, actor, task)))))
    return { message: staleButton() }
  const { authorName, text } = await findCommentWords(deps, comment, unknownAuthor)
  return { message: commentRest({ uuid, authorName, text, offset: Number(from) }) }
}
