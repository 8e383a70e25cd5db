import type { AuthTeamsListResponse } from '@slack/web-api'
import { LRUCache } from 'lru-cache'
import { SlackProblem } from './problem.ts'
import type { SlackClient, SlackClock } from './client.ts'
import type { Identity } from './slack.ts'

interface Page {
  response_metadata?: { next_cursor?: string }
}

interface Cursor {
  cursor?: string
}

/** Requests each page only when the caller needs it. */
export async function* everyPage<A extends object, P extends Page>(
  read: (args: A & Cursor) => Promise<P>,
  args: A,
  most = Infinity,
): AsyncGenerator<P> {
  let cursor: string | undefined
  for (let page = 0; page < most; page++) {
    const answer = await read(cursor ? { ...args, cursor } : args)
    yield answer
    cursor = answer.response_metadata?.next_cursor
    if (!cursor) return
  }
}

export interface Messages<M> extends Page {
  messages?: M[]
}

/** Options of an LRU cache that grows to `most` entries. With `max`, it would take the memory for all of them at once. */
export const lruOptions = (most: number, ttl: number, { ticks }: Pick<SlackClock, 'ticks'>) => ({
  maxSize: most,
  sizeCalculation: () => 1,
  ttl,
  perf: { now: ticks },
})

/** Slack names an organization only to those that share a channel with it, and only with the scope `team:read`. */
export const createOrganizations = (client: SlackClient, clock: SlackClock) => {
  const names = new LRUCache<string, string>(lruOptions(1_000, 3_600_000, clock))
  return {
    organizationName: async (id: string): Promise<string | undefined> => {
      const cached = names.get(id)
      if (cached !== undefined) return cached
      try {
        const { team } = await client.team.info({ team: id })
        if (team?.name) names.set(id, team.name)
        return team?.name
      } catch (error) {
        if (!(error instanceof SlackProblem)) throw error
        return undefined
      }
    },
  }
}

/** An argument of methods that list: an organization-wide token needs a workspace, any other none. */
export type Workspace = { readonly team_id?: string }

/** The workspaces that the token covers, cached for ten minutes. */
export const createWorkspaces = (
  client: SlackClient,
  identity: () => Promise<Identity>,
  clock: SlackClock,
) => {
  const covered = new LRUCache<'all', readonly Workspace[]>(lruOptions(1, 600_000, clock))
  const read = async () => {
    const found: Workspace[] = []
    const list = (args: object) =>
      client.apiCall('auth.teams.list', { ...args }) as Promise<AuthTeamsListResponse>
    const pages = everyPage(list, { limit: 1_000 })
    for await (const { teams = [] } of pages)
      found.push(...teams.flatMap(({ id }) => (id === undefined ? [] : { team_id: id })))
    covered.set('all', found)
    return found
  }
  return {
    all: async (): Promise<readonly Workspace[]> =>
      (await identity()).isOrg ? (covered.get('all') ?? (await read())) : [{}],
    forget: (): void => covered.clear(),
  }
}
export type Workspaces = ReturnType<typeof createWorkspaces>

/** `most` pages of each workspace. */
export async function* everyPageOf<A extends object, P extends Page>(
  workspaces: readonly Workspace[],
  read: (args: A & Workspace & Cursor) => Promise<P>,
  args: A,
  most: number,
): AsyncGenerator<P> {
  for (const workspace of workspaces) yield* everyPage(read, { ...args, ...workspace }, most)
}
