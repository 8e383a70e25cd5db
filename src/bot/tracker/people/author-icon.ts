import type { BotDeps } from '../../deps/deps.ts'
import { memberFor } from './match-people.ts'
import { allUsers } from './people.ts'

/** The Slack picture of a tracker user. Optional, so any failure gives undefined. */
export const authorIcon = async (deps: BotDeps, userUuid: string): Promise<string | undefined> => {
  try {
    const { users } = await allUsers(deps)
    const user = users.find(({ uuid }) => uuid === userUuid)
    return user && (await memberFor(deps, user))?.imageUrl
  } catch (error) {
    deps.log.debug({ reason: (error as Error).message }, 'no picture for an author')
    return undefined
  }
}
