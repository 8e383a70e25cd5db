import type { BotDeps } from '../../deps.ts'
import type { Answer } from './answer.ts'
import { mark } from './mark-message.ts'

/**
 * An answer to a button that Slack gives no response URL for, as those of Work Objects: to the person alone, in the
 * channel where it was pressed, or in their own conversation where Slack does not say which that is.
 */
export const tellInPlace = async (
  deps: BotDeps,
  pressed: { channel: string; user: string; triggerId: string; threadTs: string | undefined },
  answer: Answer,
): Promise<void> => {
  if (!('message' in answer)) return
  const { channel, user, triggerId, threadTs } = pressed
  const { message } = answer
  const at = { channel: channel || user, ts: `press-${triggerId}` }
  await deps.database.transaction((tx) =>
    mark(deps, tx, at, [
      channel === '' ? { op: 'direct', user, message } : { op: 'ephemeral', user, threadTs, message },
    ]),
  )
}
