import type { ProjectRequest } from '../../store/projects/project-requests.ts'
import type { Tx } from '../../store/database.ts'
import type { Message } from '../../messages/kit/message.ts'
import type { BotDeps } from '../../deps.ts'
import { mark } from '../answers/mark-message.ts'

/** To the person alone, in their channel or, without one, in a direct message; in order for one request. */
export const tellRequester = (
  deps: Pick<BotDeps, 'lanes'>,
  tx: Tx,
  row: Pick<ProjectRequest, 'id' | 'user_id'>,
  channel: string | undefined,
  message: Message,
): Promise<void> => {
  const at = { channel: channel ?? row.user_id, ts: `project-request-${row.id}` }
  const user = row.user_id
  return mark(deps, tx, at, [
    channel === undefined
      ? { op: 'direct', user, message }
      : { op: 'ephemeral', user, threadTs: undefined, message },
  ])
}
