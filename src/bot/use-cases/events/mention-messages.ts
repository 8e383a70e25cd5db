import { readSetting, writeSetting } from '../../store/settings.ts'
import type { BotDeps } from '../../deps.ts'

const key = (user: string) => `mention_messages:${user}`

/** Whether a person wants to be written to when a comment mentions them: yes, until they say no on the Home tab. */
export const wantsMentions = async (deps: Pick<BotDeps, 'database'>, user: string): Promise<boolean> =>
  (await readSetting(deps.database.sql, key(user))) !== 'off'

export const setMentions = (deps: Pick<BotDeps, 'database'>, user: string, to: 'on' | 'off'): Promise<void> =>
  writeSetting(deps.database.sql, key(user), to)
