import type { BotDeps } from '../deps.ts'

/** In Enterprise Grid `team` may be a sister workspace or the organization: the person's profile decides then. */
export const isStranger = async (
  deps: BotDeps,
  team: string | undefined,
  user?: string,
): Promise<boolean> => {
  if (team === undefined) return false
  const own = await deps.slack.identity().catch(() => undefined)
  if (own === undefined || own.teamId === '' || own.teamId === team) return false
  if (own.enterpriseId === undefined) return true
  if (own.enterpriseId === team) return false
  return user === undefined || (await deps.slack.person(user)).stranger
}
