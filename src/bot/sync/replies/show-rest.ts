import { partByComment } from './store/replies.ts'
import { commentRest } from '../../kit/cards/comment-line.ts'
import { staleButton } from '../../answers/messages/press-again.ts'
import type { Here } from '../../audience/actor.ts'
import { may, mayKnowTask } from '../../audience/may.ts'
import type { BotDeps } from '../../deps/deps.ts'
import type { Answer } from '../../answers/answer.ts'
import { saidIn, taskOfComment } from './comment-notes.ts'
import { StaleValue } from '../../kit/stale-value.ts'
import { unlessMissing } from '../../tracker/tracker-trouble.ts'

const shape = /^comment:([0-9a-f-]{36}):(\d{1,9})$/

/** *Show more* under a long comment: shows the rest to the person who pressed it. */
export const showRest = async (deps: BotDeps, actor: Here, value: string): Promise<Answer> => {
  const [, uuid, from] = shape.exec(value) ?? []
  if (uuid === undefined) throw new StaleValue('names no comment')
  const comment = await unlessMissing(deps.api.getComment({ comment_uuid: uuid }))
  const task = comment && taskOfComment(comment)
  if (!comment || !(may(actor, 'work') || (task && (await mayKnowTask(deps, actor, task)))))
    return { message: staleButton() }
  const { authorName, text } = await saidIn(
    deps,
    comment,
    await partByComment(deps.database.sql, comment.uuid),
  )
  return { message: commentRest({ uuid, authorName, text, offset: Number(from) }) }
}
