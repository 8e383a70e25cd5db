import { signReply, unsignedReplies } from '../../store/replies/signs.ts'
import type { BotDeps } from '../../deps.ts'
import { mark } from '../answers/mark-message.ts'

/** Puts ⏳ on a task's open replies stored up to a time in ms, once each. */
export const signWaiting = async (deps: BotDeps, taskUuid: string, upTo: number): Promise<void> => {
  for (const { id, channel, ts } of await unsignedReplies(deps.database.sql, taskUuid, upTo))
    await deps.database.transaction(async (tx) => {
      if (ts !== null && (await signReply(tx, id)))
        await mark(deps, tx, { channel, ts }, [{ op: 'pending', reply: id }])
    })
}
