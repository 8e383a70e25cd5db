import type { BotOptions } from './bot-options.ts'
import { defaultInstallation } from '../store/database.ts'
import type { Installation } from '../installations/installation.ts'

/** What the environment names. */
export const defaultOf = ({ slack: { botToken }, ...options }: BotOptions): Installation | undefined => {
  const { api, trackerUrl: url, webhookSecret: hookSecret } = options
  if (botToken === undefined || !api || url === undefined || hookSecret === undefined) return undefined
  const {
    reachTracker: reach,
    trackerQuota: quota,
    trackerPlace: place,
    cachedTracker: cached,
    apiUserUuid,
    integrationUuid,
  } = options
  const tracker = {
    id: defaultInstallation,
    url,
    api,
    reach,
    quota,
    place,
    cached,
    hookSecret,
    apiUserUuid,
    integrationUuid,
  }
  return { id: defaultInstallation, botToken: async () => botToken, tracker }
}
