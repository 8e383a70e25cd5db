import type { ChannelSettings } from '../../audience/store/settings-in.ts'
import { oneWay } from './messages/not-taken.ts'
import { nameForAll } from '../../audience/may.ts'
import type { BotDeps } from '../../deps/deps.ts'
import type { Payload } from '../../store/payloads.ts'
import { tellOnce } from './mark-message.ts'

/** Stores a reply that is known to be to this task. If the channel takes none, its author is told once per thread. */
export const acceptReply = async (
  deps: BotDeps,
  reply: Payload<'unsure-reply'>,
  taskUuid: string,
  { replies }: ChannelSettings,
): Promise<void> => {
  if (replies === 'two-way') return deps.storeReply({ reply, taskUuid, now: deps.now() })
  const taskName = await nameForAll(deps.database.sql, reply.channel, taskUuid)
  await tellOnce(deps, reply, 'one-way', oneWay({ taskName }))
}
