import type { Here } from '../../access/actor.ts'
import type { CommentArgs } from '../../commands/replies.ts'
import type { SetArgs } from '../../commands/projects.ts'
import type { BotDeps } from '../../deps.ts'
import {
  confirmComment,
  confirmField,
  tooManyRequests,
  waitsForPerson,
} from '../../messages/assistants/confirm.ts'
import type { Message } from '../../messages/kit/message.ts'
import { unescape } from '../../messages/kit/mrkdwn.ts'
import { fieldValue } from '../../messages/projects/field-written.ts'
import { type AssistantRequest, keepRequest, requestsOf } from '../../store/assistants/requests.ts'
import type { Answer } from '../answers/answer.ts'
import { tellPerson } from '../answers/tell.ts'
import { fieldChange } from '../projects/set-field.ts'
import { findTask, isAnswer } from '../tracker/find-task.ts'

const lastsMs = 1_800_000
/** An assistant must not bury a person in messages. */
const mostWaiting = 10

interface Asked {
  requestUuid: string
  untilAt: string
}

/** Sends the person a direct message whose buttons decide. */
const ask = async (
  deps: BotDeps,
  { user }: Here,
  request: Pick<AssistantRequest, 'what' | 'value'>,
  question: (asked: Asked) => Message,
): Promise<Answer> => {
  const now = deps.now()
  const [uuid, expires_at] = [deps.newUuid(), now + lastsMs]
  const untilAt = new Date(expires_at).toISOString()
  const isAsked = await deps.database.transaction(async (tx) => {
    if ((await requestsOf(tx.sql, user, now)) >= mostWaiting) return false
    await keepRequest(tx.sql, { uuid, user_id: user, expires_at, ...request })
    const at = { user, channel: undefined, ts: `assistant-${uuid}` }
    await tellPerson(deps, tx, at, question({ requestUuid: uuid, untilAt }))
    return true
  })
  return { message: isAsked ? waitsForPerson({ untilAt }) : tooManyRequests({ most: mostWaiting }) }
}

export const askToComment = async (deps: BotDeps, actor: Here, args: CommentArgs): Promise<Answer> => {
  const found = await findTask(deps, actor, args.task, (uuid) => `comment ${uuid} …`)
  if (isAnswer(found)) return found
  const { uuid, task, project, internal } = found
  const value = JSON.stringify({ task: uuid, text: args.text })
  const facts = { taskName: task.name, projectName: project.name, internal, text: unescape(args.text) }
  return ask(deps, actor, { what: 'comment', value }, (asked) => confirmComment({ ...facts, ...asked }))
}

export const askToSet = async (deps: BotDeps, actor: Here, args: SetArgs): Promise<Answer> => {
  const change = await fieldChange(deps, actor, args)
  if (!('fieldUuid' in change)) return change
  const value = fieldValue(change)
  return ask(deps, actor, { what: 'set', value }, (asked) => confirmField({ ...change, ...asked }))
}
