import type { Tx } from '../../store/database.ts'
import type { BotDeps } from '../../deps.ts'

/** Of one comment once, however many events tell of it. */
export const queueMentioned = (deps: BotDeps, tx: Tx, commentUuid: string): Promise<void> =>
  deps.lanes.enqueue(tx, [
    { kind: 'mentioned', lane: commentUuid, payload: { comment: commentUuid }, uniqueKey: commentUuid },
  ])
