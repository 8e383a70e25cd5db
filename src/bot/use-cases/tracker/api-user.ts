import { readSetting, writeSetting } from '../../store/settings.ts'
import type { Queries } from '../../store/database.ts'
import type { BotDeps } from '../../deps.ts'

const key = 'api_user_uuid'
const seenKey = 'api_user_seen'

/** The uuid of the API key's own user: configured, or learnt from a comment that we certainly made. */
export const apiUser = async (
  deps: Pick<BotDeps, 'apiUserUuid'>,
  sql: Queries,
): Promise<string | undefined> => deps.apiUserUuid ?? (await readSetting(sql, key))

/** Who made our last comment, where another was configured: `/onboard doctor` compares the two. */
export const apiUserSeen = (sql: Queries): Promise<string | undefined> => readSetting(sql, seenKey)

export const learnApiUser = async (
  deps: Pick<BotDeps, 'apiUserUuid'>,
  sql: Queries,
  uuid: string,
): Promise<void> => {
  if (deps.apiUserUuid === undefined) await writeSetting(sql, key, uuid)
  else if ((await apiUserSeen(sql)) !== uuid) await writeSetting(sql, seenKey, uuid)
}
