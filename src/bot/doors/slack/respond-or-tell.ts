import type { RespondFn } from '@slack/bolt'
import type { BotDeps } from '../../deps/deps.ts'
import type { Message } from '../../kit/message.ts'
import { tellPerson } from '../../answers/tell.ts'
import type { Respond } from './reply.ts'

interface Place {
  user: string
  channel: string | undefined
  /** Groups the answers to one action, which keep their order. */
  triggerId: string
  threadTs?: string | undefined
}

/** A response URL takes five answers within 30 minutes. Later answers are sent as a separate message. */
export const respondOrTell =
  (deps: BotDeps, respond: RespondFn, { triggerId, ...at }: Place): Respond =>
  async (said) => {
    try {
      await respond(said)
    } catch (error) {
      if (typeof said === 'string' || said.delete_original === true) return
      deps.log.warn(
        { reason: (error as Error).message },
        'a response URL is over: the answer goes another way',
      )
      const blocks = 'blocks' in said ? (said.blocks as Message['blocks']) : []
      const message: Message = { text: said.text ?? '', blocks }
      await deps.database.transaction((tx) =>
        tellPerson(deps, tx, { ...at, ts: `answer-${triggerId}` }, message),
      )
    }
  }
