import { staleButton } from '../../answers/messages/press-again.ts'
import type { Here } from '../../audience/actor.ts'
import { maySteer } from '../../audience/may.ts'
import type { BotDeps } from '../../deps/deps.ts'
import type { Answer } from '../../answers/answer.ts'
import { madeChannel } from '../../audience/store/made-channels.ts'
import { archiveRefused } from './messages/made-channel.ts'
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
