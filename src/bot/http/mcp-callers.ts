import type { IncomingHttpHeaders } from 'node:http'
import { isValidSlackRequest } from '@slack/bolt'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { actorOf, type Claims, isHere } from '../access/actor.ts'
import type { BotDeps } from '../deps.ts'
import type { SlackApp } from '../slack/bolt.ts'
import type { Carrier } from '../installations/carrier.ts'
import { isAssistantKey, keyNames } from '../use-cases/home/assistant-key.ts'

/** For whom an assistant asks, in which installation. */
export interface Caller {
  readonly deps: BotDeps
  readonly user: string
  readonly team: string | undefined
}

/** Finds the caller of a message by its `_meta`. Undefined: nobody the bot knows. */
export type CallerOf = (meta: unknown) => Promise<Caller | undefined>

interface Doors {
  readonly carrier: Pick<Carrier, 'of' | 'idOf'>
  /** The installation that the environment names. Slack's team is compared with its own. */
  readonly only: BotDeps | undefined
  readonly slack: SlackApp
}

/**
 * What Slackbot sends with each call under "Slack identity auth": docs.slack.dev/ai/slackbot-mcp-client, and Slack's
 * example at github.com/slack-samples/bolt-js-examples, ai/slackbot-mcp-client/slack-identity.
 */
const identity = z.looseObject({
  slack: z.looseObject({ user_id: z.string(), team_id: z.string(), enterprise_id: z.string().nullish() }),
})

const header = (headers: IncomingHttpHeaders, name: string): string => {
  const value = headers[name]
  return typeof value === 'string' ? value : ''
}

/** Bolt refuses old requests, and accepts future ones. */
const isSigned = (signingSecret: string, headers: IncomingHttpHeaders, body: string): boolean => {
  const sentAt = Number(header(headers, 'x-slack-request-timestamp'))
  return (
    sentAt <= Date.now() / 1_000 + 300 &&
    isValidSlackRequest({
      signingSecret,
      body,
      headers: {
        'x-slack-signature': header(headers, 'x-slack-signature'),
        'x-slack-request-timestamp': sentAt,
      },
    })
  )
}

/** One that has left, is paused or unknown has none. */
const depsOf = async ({ carrier }: Doors, installation: number | undefined): Promise<BotDeps | undefined> => {
  const deps = installation === undefined ? undefined : await carrier.of(installation)
  return deps?.instance.access.removed === undefined ? deps : undefined
}

/** Exactly one: by OAuth, or else the environment's if it is this workspace or its organization. */
const depsOfTeam = async (
  doors: Doors,
  team: string,
  enterprise: string | undefined,
): Promise<BotDeps | undefined> => {
  const installed = await doors.carrier.idOf({ team, enterprise })
  if (installed !== undefined) return depsOf(doors, installed)
  const own = await doors.only?.slack.identity()
  if (!own || (team !== own.teamId && (enterprise === undefined || enterprise !== own.enterpriseId)))
    return undefined
  return depsOf(doors, doors.only?.database.installation)
}

/** Undefined: the request is refused. Slack's signature or a person's key opens, and neither lends the other its trust. */
export const callersFor = async (
  doors: Doors,
  headers: IncomingHttpHeaders,
  body: string,
): Promise<CallerOf | undefined> => {
  if (headers['x-slack-signature'] !== undefined) {
    const { slack } = doors
    // In Socket Mode, the app has no signing secret.
    if (slack.mode !== 'http' || !isSigned(slack.signingSecret, headers, body)) return undefined
    return async (meta) => {
      const { user_id: user, team_id: team, enterprise_id } = identity.safeParse(meta).data?.slack ?? {}
      if (user === undefined || team === undefined) return undefined
      const deps = await depsOfTeam(doors, team, enterprise_id ?? undefined)
      return deps && { deps, user, team }
    }
  }
  const [, key = ''] = /^Bearer (\S+)$/i.exec(headers.authorization ?? '') ?? []
  const names = keyNames(key)
  const deps = names && (await depsOf(doors, names.installation))
  if (!names || !deps || !(await isAssistantKey(deps, names.user, key))) return undefined
  return async () => ({ deps, user: names.user, team: undefined })
}

/** As in the person's own conversation with the app. */
export const actorFor = async ({ deps, user, team }: Caller) => {
  const claims: Claims = { user, team, alone: true }
  const actor = await actorOf(deps, claims)
  return isHere(actor) ? actor : undefined
}

const callsPerMinute = 60

/** Counts a person's calls on this node. */
export const callLimit = (now: () => number) => {
  const minutes = new LRUCache<string, { minute: number; calls: number }>({ max: 10_000 })
  return ({ deps, user }: Caller): boolean => {
    const key = `${deps.database.installation}:${user}`
    const minute = Math.floor(now() / 60_000)
    const known = minutes.get(key)
    const calls = known?.minute === minute ? known.calls + 1 : 1
    minutes.set(key, { minute, calls })
    return calls <= callsPerMinute
  }
}
