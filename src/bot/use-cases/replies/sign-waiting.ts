import { anyUnsigned, signUnsigned } from '../../store/replies/signs.ts'
import type { BotDeps } from '../../deps.ts'
import { markJob } from '../answers/mark-message.ts'

/** ⏳ for replies to a task, stored up to a moment, whose comments are still to come; once each. */
export const signWaiting = async (
  deps: Pick<BotDeps, 'database' | 'lanes'>,
  taskUuid: string,
  upTo: number,
): Promise<void> => {
  if (!(await anyUnsigned(deps.database.sql, taskUuid, upTo))) return
  await deps.database.transaction(async (tx) => {
    const replies = await signUnsigned(tx, taskUuid, upTo)
    await deps.lanes.enqueue(
      tx,
      replies.map(({ id, channel, ts }) => markJob({ channel, ts: ts ?? '' }, { op: 'pending', reply: id })),
    )
  })
}
