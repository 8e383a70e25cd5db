import { apiUserKey, dropSetting, readSetting, writeSetting } from '../store/settings.ts'
import type { Queries } from '../store/database.ts'
import type { BotDeps } from '../deps/deps.ts'

const seenKey = 'api_user_seen'

/** The uuid of the API key's own user: configured, or learned from a comment that the bot made. */
export const apiUser = async (
  { apiUserUuid }: Pick<BotDeps, 'apiUserUuid'>,
  sql: Queries,
): Promise<string | undefined> => apiUserUuid ?? (await readSetting(sql, apiUserKey))

/** Set if our last comment's author differs from the configured user. The doctor compares the two. */
export const apiUserSeen = (sql: Queries): Promise<string | undefined> => readSetting(sql, seenKey)

/** Another key may have another user. */
export const forgetApiUser = async (sql: Queries): Promise<void> => {
  await dropSetting(sql, apiUserKey)
  await dropSetting(sql, seenKey)
}

export const learnApiUser = async (
  deps: Pick<BotDeps, 'apiUserUuid'>,
  sql: Queries,
  uuid: string,
): Promise<void> => {
  if (deps.apiUserUuid === undefined) await writeSetting(sql, apiUserKey, uuid)
  else if ((await apiUserSeen(sql)) !== uuid) await writeSetting(sql, seenKey, uuid)
}
