import type { BotDeps } from '../../deps/deps.ts'
import { memberFor, memberLinked } from './match-people.ts'
import { allUsers } from './people.ts'

/** The Slack picture of a tracker user. Optional, so any failure gives undefined. `stored`: what was already read. */
export const authorIcon = async (
  deps: BotDeps,
  userUuid: string,
  stored?: { linked: string | null | undefined },
): Promise<string | undefined> => {
  try {
    const { users } = await allUsers(deps)
    const user = users.find(({ uuid }) => uuid === userUuid)
    if (!user) return undefined
    const member = stored ? memberLinked(deps, user, stored.linked) : memberFor(deps, user)
    return (await member)?.imageUrl
  } catch (error) {
    deps.log.debug({ reason: (error as Error).message }, 'no picture for an author')
    return undefined
  }
}
