import { type Queries } from '../database.ts'
import { dropSetting, readSetting, writeSetting } from '../settings.ts'

export interface AssistantKey {
  /** SHA-256 of the key. The key is random, so its plain hash can't be guessed. */
  readonly hash: string
  /** In ms. */
  readonly madeAt: number
}

const keyOf = (user: string) => `assistant_key:${user}`

/** A person has one. A new one replaces it. */
export const keepAssistantKey = (sql: Queries, user: string, key: AssistantKey): Promise<void> =>
  writeSetting(sql, keyOf(user), JSON.stringify(key))

export const assistantKeyOf = async (sql: Queries, user: string): Promise<AssistantKey | undefined> => {
  const stored = await readSetting(sql, keyOf(user))
  return stored === undefined ? undefined : (JSON.parse(stored) as AssistantKey)
}

export const dropAssistantKey = (sql: Queries, user: string): Promise<void> => dropSetting(sql, keyOf(user))
