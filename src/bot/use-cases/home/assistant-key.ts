import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { Actor } from '../../access/actor.ts'
import type { BotDeps } from '../../deps.ts'
import { hashOf } from '../../../contract/text/hash-of.ts'
import { assistantKeyDialog, type HomeAssistant } from '../../messages/home/home-assistant.ts'
import { assistantKeyOf, dropAssistantKey, keepAssistantKey } from '../../store/home/assistant-keys.ts'
import type { Press } from '../answers/answer.ts'

/** Names its installation and person, so that it leads to nobody else. */
const form = /^onb_(\d{1,9})_([UW][A-Z0-9]{1,30})_[\w-]{43}$/

/** Shown before it is stored: a dialog that comes too late leaves the former key as it is. */
export const makeAssistantKey = async (
  deps: BotDeps,
  { user }: Actor,
  { triggerId }: Press,
): Promise<void> => {
  const { sql, installation } = deps.database
  const key = `onb_${installation}_${user}_${randomBytes(32).toString('base64url')}`
  await deps.slack.openView(triggerId, assistantKeyDialog({ key, url: `${deps.instance.publicUrl()}/mcp` }))
  await keepAssistantKey(sql, user, { hash: hashOf(key), madeAt: deps.now() })
}

export const revokeAssistantKey = (deps: BotDeps, { user }: Actor): Promise<void> =>
  dropAssistantKey(deps.database.sql, user)

export const assistantOnHome = async (deps: BotDeps, { user }: Actor): Promise<HomeAssistant> => {
  const key = await assistantKeyOf(deps.database.sql, user)
  return { keySince: key && new Date(key.madeAt).toISOString() }
}

/** Whose key it would be. */
export const keyNames = (key: string): { installation: number; user: string } | undefined => {
  const [, installation, user] = form.exec(key) ?? []
  return installation === undefined || user === undefined
    ? undefined
    : { installation: Number(installation), user }
}

/** A deactivated person's key is erased at its next use. */
export const isAssistantKey = async (deps: BotDeps, user: string, key: string): Promise<boolean> => {
  const { sql } = deps.database
  const stored = await assistantKeyOf(sql, user)
  if (!stored || !timingSafeEqual(Buffer.from(stored.hash), Buffer.from(hashOf(key)))) return false
  // If Slack doesn't say, `actorOf` gives no rights.
  const person = await deps.slack.person(user).catch(() => undefined)
  if (person?.hasLeft === true) await dropAssistantKey(sql, user)
  return person?.hasLeft !== true
}
