import { channelSettings } from '../../store/channels/channel-settings.ts'
import { knownTask } from '../../store/tracker/known-tasks.ts'
import { oneWay } from '../../messages/replies/not-taken.ts'
import type { BotDeps } from '../../deps.ts'
import type { Payload } from '../../payloads.ts'
import { tellOnce } from '../answers/mark-message.ts'

type ThreadReply = Payload<'lost-thread'>

/** Whether the channel takes replies. If not, tells the person once per thread. */
const takesReplies = async (deps: BotDeps, reply: ThreadReply, taskName: string | undefined) => {
  const { replies } = await channelSettings(deps.database.sql, reply.channel)
  if (replies === 'two-way') return true
  await tellOnce(deps, reply, 'one-way', oneWay({ taskName }))
  return false
}

/** Stores a reply that is known to be to this task. */
export const acceptReply = async (deps: BotDeps, reply: ThreadReply, uuid: string): Promise<void> => {
  const task = await knownTask(deps.database.sql, uuid)
  if (!(await takesReplies(deps, reply, task?.name))) return
  const deleted = task?.deletedAt !== undefined
  await deps.storeReply({ reply, task: { uuid, name: task?.name, deleted }, now: deps.now() })
}
