import { readSetting, writeSetting } from '../../store/bot/settings.ts'
import type { Queries } from '../../store/database.ts'
import type { BotDeps } from '../deps.ts'

const key = 'api_user_uuid'

/** The uuid of the API key's own user: configured, or learnt from a comment that we certainly made. */
export const apiUser = async (
  deps: Pick<BotDeps, 'apiUserUuid'>,
  sql: Queries,
): Promise<string | undefined> => deps.apiUserUuid ?? (await readSetting(sql, key))

export const learnApiUser = async (
  deps: Pick<BotDeps, 'apiUserUuid'>,
  sql: Queries,
  uuid: string,
): Promise<void> => {
  if (deps.apiUserUuid === undefined) await writeSetting(sql, key, uuid)
}
