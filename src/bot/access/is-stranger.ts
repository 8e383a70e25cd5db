import type { BotDeps } from '../deps.ts'

/**
 * People of another organization read what the channel gets; they neither look up nor steer. In an organization
 * of several workspaces (Enterprise Grid) Slack names the person's own one, or the organization itself: whoever
 * is of ours is told by their profile.
 */
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
