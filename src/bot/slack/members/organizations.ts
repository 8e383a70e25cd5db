import { LRUCache } from 'lru-cache'
import { lruOptions } from '../lru-options.ts'
import { attempt } from '../attempt.ts'
import type { SlackClient } from '../bolt.ts'
import { SlackProblem } from '../problem.ts'
import type { Slack } from '../slack.ts'

/** Slack names an organization only to those that share a channel with it, and only with the scope `team:read`. */
export const createOrganizations = (client: SlackClient): Pick<Slack, 'organizationName'> => {
  const names = new LRUCache<string, string>(lruOptions(1_000, 3_600_000))
  return {
    organizationName: async (id) => {
      const known = names.get(id)
      if (known !== undefined) return known
      try {
        const { team } = await attempt('team.info', () => client.team.info({ team: id }))
        if (team?.name) names.set(id, team.name)
        return team?.name
      } catch (error) {
        if (!(error instanceof SlackProblem)) throw error
        return undefined
      }
    },
  }
}
