import { madeChannel } from '../../store/channels/made-channels.ts'
import { archiveRefused } from '../../messages/channels/made-channel.ts'
import { staleButton } from '../../messages/answers/press-again.ts'
import type { Here } from '../../access/actor.ts'
import { maySteer } from '../../access/may.ts'
import type { BotDeps } from '../../deps.ts'
import type { Answer } from '../answers/answer.ts'
import { isRefused } from './tell-asker.ts'

/** *Archive the channel*, on the announcement of a completed project. Only the channel that was made for it. */
export const archiveChannel = async (
  deps: BotDeps,
  actor: Here,
  project: string,
): Promise<Answer | undefined> => {
  const { channel } = actor.place
  const row = await madeChannel(deps.database.sql, project)
  if (row?.channel !== channel) return { message: staleButton() }
  const refused = await maySteer(deps, actor, channel)
  if (refused) return refused
  try {
    // Slack itself says in the channel who archived it.
    await deps.slack.archive(channel)
    return undefined
  } catch (error) {
    if (isRefused(error)) return { message: archiveRefused({ code: error.code }) }
    throw error
  }
}
