import { z } from 'zod'
import type { Here } from '../../access/actor.ts'
import { may, refusal } from '../../access/may.ts'
import type { BotDeps } from '../../deps.ts'
import { requestCanceled, requestOver } from '../../messages/assistants/confirm.ts'
import { type AssistantRequest, keepRequest, takeRequest } from '../../store/assistants/requests.ts'
import type { Answer } from '../answers/answer.ts'
import { readValue } from '../answers/stale-value.ts'
import { applyField } from '../projects/set-field.ts'
import { answerStored, storeAhead } from '../replies/comment-on-task.ts'

const commentAsked = z.object({ task: z.string(), text: z.string() })

const over = (): Answer => ({ message: requestOver(), replace: true })

const perform = async (deps: BotDeps, actor: Here, request: AssistantRequest): Promise<Answer> => {
  const { uuid: requestUuid, what, value } = request
  if (what === 'set') {
    if (!may(actor, 'work')) return { message: refusal(actor, 'work'), replace: true }
    return applyField(deps, actor, value)
  }
  const { task: uuid, text } = readValue(commentAsked, value)
  const comment = {
    source: `assistant:${requestUuid}`,
    task: { by: 'uuid' as const, uuid, projectUuid: undefined },
    text,
  }
  // Without asking the tracker: a comment that it cannot take now waits like any other.
  if (!(await storeAhead(deps, actor, comment))) return over()
  return { ...(await answerStored(deps, actor, comment)), replace: true }
}

/** Works once, for the person who was asked. After an error, the buttons work again. */
export const confirmRequest = async (deps: BotDeps, actor: Here, uuid: string): Promise<Answer> => {
  const { sql } = deps.database
  const request = await takeRequest(sql, { uuid, user: actor.user }, deps.now())
  if (!request) return over()
  let isDone: boolean | undefined = false
  try {
    const answer = await perform(deps, actor, request)
    isDone = 'replace' in answer && answer.replace
    return answer
  } finally {
    if (!isDone) await keepRequest(sql, request)
  }
}

export const cancelRequest = async (deps: BotDeps, { user }: Here, uuid: string): Promise<Answer> => {
  const taken = await takeRequest(deps.database.sql, { uuid, user }, deps.now())
  return taken ? { message: requestCanceled(), replace: true } : over()
}
