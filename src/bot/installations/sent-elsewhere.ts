import type { BotDeps } from '../deps.ts'
import type { BotDatabase } from '../store/database.ts'
import { partsLike } from '../store/events/echoes.ts'
import { looksReplied, saysTheSame } from '../use-cases/ledger/reply-bodies.ts'

/**
 * Looks at the replies of `others`, and tells no more than whether one of them is this comment. The event may come
 * before the tracker's answer, so a reply that is being sent counts, too.
 */
export const sentElsewhere =
  (database: BotDatabase, others: () => Promise<readonly number[]>): BotDeps['isSentElsewhere'] =>
  async ({ uuid, associated_object_uuid: task, message_plain: text }) => {
    if (!looksReplied(text)) return false
    for (const one of await others()) {
      const { own, inDoubt } = await partsLike(database.of(one).sql, uuid, task ?? undefined)
      if (own ?? inDoubt.find(({ body }) => saysTheSame(body, text))) return true
    }
    return false
  }
