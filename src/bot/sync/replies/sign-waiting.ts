import { signReply, unsignedReplies } from './store/signs.ts'
import type { BotDeps } from '../../deps/deps.ts'
import { traced } from '../../deps/traced-lanes.ts'
import { markJob } from './mark-message.ts'

/** Puts ⏳ on a task's open replies stored up to a time in ms, once each. */
export const signWaiting = async (deps: BotDeps, taskUuid: string, upTo: number): Promise<void> => {
  for (const { id, channel, ts } of await unsignedReplies(deps.database.sql, taskUuid, upTo))
    await deps.database.transaction(async (tx) => {
      if (ts !== null && (await signReply(tx, id)))
        await deps.lanes.enqueue(tx, [
          traced(markJob({ channel, ts }, { op: 'pending', reply: id }), `reply-${id}`),
        ])
    })
}
