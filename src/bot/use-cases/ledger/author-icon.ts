import type { BotDeps } from '../../deps.ts'
import { memberFor } from '../tracker/match-people.ts'

const pages = 5

const userOf = async (deps: Pick<BotDeps, 'api'>, uuid: string) => {
  for (let page = 0, offset = 0; page < pages; page++) {
    const { users, pagination } = await deps.api.listUsers({ limit: 200, ...(offset > 0 && { offset }) })
    const found = users.find((user) => user.uuid === uuid)
    offset += users.length
    if (found || users.length === 0 || offset >= (pagination?.total ?? 0)) return found
  }
  return undefined
}

/** The Slack picture of a tracker user. Optional, so any failure gives undefined. */
export const authorIcon = async (deps: BotDeps, userUuid: string): Promise<string | undefined> => {
  try {
    const user = await userOf(deps, userUuid)
    return user && (await memberFor(deps, user))?.imageUrl
  } catch (error) {
    deps.log.debug({ reason: (error as Error).message }, 'no picture for an author')
    return undefined
  }
}
