import type { App } from '@slack/bolt'
import { z } from 'zod'
import type { Log } from '../../log.ts'
import type { BotDeps, Workspaces, Seen } from '../deps/deps.ts'
import { defaultInstallation } from '../store/database.ts'
import type { Team } from '../installations/installation.ts'
import type { Identity } from '../slack/slack.ts'
import { within } from '../kit/time.ts'
import { addressed, optionalText } from '../slack/incoming.ts'

/** What the router adds to each payload's context: the installation that it is for. */
export type Arrived = { deps: BotDeps }
export type Doors = App<Arrived>

const id = z.looseObject({ id: optionalText }).nullish().catch(undefined)

const authorizationSchema = z.looseObject({
  team_id: optionalText,
  enterprise_id: optionalText,
  is_enterprise_install: z.boolean().nullish().catch(undefined),
})

/** Where Slack's payloads name the workspace: events by whom they are for, dialogs by where the app is. */
const envelopeSchema = z.looseObject({
  type: optionalText,
  authorizations: z.array(authorizationSchema).nullish().catch(undefined),
  is_ext_shared_channel: z.boolean().nullish().catch(undefined),
  team_id: optionalText,
  enterprise_id: optionalText,
  team: id,
  enterprise: id,
  user: z.looseObject({ team_id: optionalText }).nullish().catch(undefined),
  view: z.looseObject({ app_installed_team_id: optionalText }).nullish().catch(undefined),
  message: z.looseObject({ team: optionalText }).nullish().catch(undefined),
  event: z
    .looseObject({
      type: optionalText,
      channel: optionalText,
      text: optionalText,
    })
    .nullish()
    .catch(undefined),
})
type Envelope = z.output<typeof envelopeSchema>

/** Events about one workspace's app, whoever else is in the channel. */
const ofOneApp: readonly string[] = ['channel_left', 'group_left']

/** Slack sends these once. A paused installation is left, too. */
const removals: readonly string[] = ['app_uninstalled', 'tokens_revoked']

/** The likeliest team first. In a channel shared with another organization, a person's team may not be the app's. */
const teamsIn = (body: Envelope): Team[] => {
  const enterprise = body.enterprise_id ?? body.enterprise?.id
  const named = [
    body.view?.app_installed_team_id,
    body.team_id,
    body.team?.id,
    body.message?.team,
    body.user?.team_id,
  ]
  const byEvent = (body.authorizations ?? []).map((one) => ({
    // The workspace may have an installation of its own besides the organization's. Neither is the other.
    team: one.is_enterprise_install ? undefined : one.team_id,
    enterprise: one.is_enterprise_install === false ? undefined : one.enterprise_id,
  }))
  if (byEvent.length > 0) return byEvent
  return [...new Set(named)].map((team) => ({ team, enterprise })).filter((one) => one.team ?? one.enterprise)
}

/** Slack says if another organization is in the channel, but not if another workspace of the same one is. */
const mayBeShared = ({
  is_ext_shared_channel,
  authorizations,
  enterprise_id,
  enterprise,
}: Envelope): boolean =>
  is_ext_shared_channel !== false ||
  [enterprise_id, enterprise?.id, ...(authorizations ?? []).map((one) => one.enterprise_id)].some(Boolean)

/** Limit for a channel's look-up, in ms, because Slack waits for it. Most come from the cache. */
const patienceMs = 1_000

/** Whether Slack sends the event for other workspaces only. In an Enterprise Grid organization, it may list any. */
const isForOthers = ({ authorizations }: Envelope, own: Identity | undefined): boolean => {
  if (!authorizations?.length || !own || own.enterpriseId !== undefined) return false
  return authorizations.every(({ team_id: team }) => typeof team === 'string' && team !== own.teamId)
}

/** Whether one of the teams is the app's own workspace, or its organization. */
const includesOwn = (teams: readonly Team[], { teamId, enterpriseId }: Identity): boolean =>
  teams.some(
    ({ team, enterprise }) => team === teamId || (enterprise !== undefined && enterprise === enterpriseId),
  )

interface Routing {
  readonly workspaces: Workspaces
  /** The installation of the environment's token, for events that name no other. */
  readonly fallback: BotDeps | undefined
  /** Other workspaces can install the app. Their events are never the fallback's, even after they have left. */
  readonly hasOthers: boolean
  readonly instance: { readonly seen: Pick<Seen, 'rateLimitedAt'> }
  readonly now: () => number
  readonly log: Log
}

type Process = App['processEvent']
type Incoming = Parameters<Process>[0]

/** Slack delivers an event of a channel that two workspaces share only once, so it is handed to each of them. */
export const createEventRouter = (routing: Routing) => {
  const { workspaces, fallback, hasOthers, instance, now, log } = routing
  const { seen } = instance
  const arrived = new WeakMap<object, BotDeps>()
  /** A person of another organization may write in a shared channel, so a single installation takes any team. */
  const alone = hasOthers ? undefined : fallback

  const installationOf = async (teams: readonly Team[], orPaused: boolean): Promise<number | undefined> => {
    const own = fallback?.slack.knownIdentity()
    for (const team of teams) {
      const found = await workspaces.idOf(team, orPaused)
      if (found !== undefined) return found
      // A person's own workspace comes last, and may be another installation.
      if (fallback && own && includesOwn([team], own)) return defaultInstallation
    }
    return fallback && includesOwn(teams, await fallback.slack.identity()) ? defaultInstallation : undefined
  }

  /** Undefined if the app has left the channel since: Slack sends it nothing from there. */
  const depsIfStillIn = async (channel: string, installation: number): Promise<BotDeps | undefined> => {
    const deps = await workspaces.of(installation)
    const seen = deps && (await within(patienceMs, deps.slack.channel(channel)))
    return seen?.member === false ? undefined : deps
  }

  const targets = async (body: Envelope): Promise<BotDeps[]> => {
    const { event } = body
    const type = event?.type ?? ''
    const isRemoval = removals.includes(type)
    const first = await installationOf(teamsIn(body), isRemoval)
    const isOfAll = mayBeShared(body) && !ofOneApp.includes(type)
    const channel = isOfAll ? event?.channel : undefined
    const mentioned = channel && event?.type === 'app_mention' ? addressed(event.text ?? '')?.user : undefined
    const named = new Set(mentioned === undefined ? [] : await workspaces.mentioned(mentioned))
    if (first !== undefined) named.add(first)
    const sharing = channel ? await workspaces.sharing(channel) : []
    const others = sharing.filter((one) => !named.has(one))
    // Whoever joined may be the app itself, which was not in the channel when it last looked.
    const isJoin = event?.type === 'member_joined_channel'
    const [direct, around] = await Promise.all([
      Promise.all([...named].map((one) => workspaces.of(one, isRemoval))),
      Promise.all(others.map((one) => (isJoin ? workspaces.of(one) : depsIfStillIn(channel ?? '', one)))),
    ])
    return [...direct, ...around].filter((one) => one !== undefined)
  }

  /** Listeners find the installation in the context, and Bolt finds its identity by the body. */
  const give = (incoming: Incoming, deps: BotDeps, process: Process) => {
    const { body, customProperties } = incoming
    arrived.set(body, deps)
    return process({ ...incoming, customProperties: { ...customProperties, deps } })
  }

  /** Acknowledges once all have taken the event. */
  const toAll = async (incoming: Incoming, all: readonly BotDeps[], process: Process) => {
    await Promise.all(
      all.map(async (deps) => {
        const { promise, resolve } = Promise.withResolvers<void>()
        const body = { ...incoming.body }
        await give({ ...incoming, body, ack: async () => resolve() }, deps, process)
        await promise
      }),
    )
    await incoming.ack()
  }

  return {
    screen: (app: Doors): void => {
      const process = app.processEvent.bind(app)
      app.processEvent = async (incoming) => {
        if (incoming.body['type'] === 'app_rate_limited') {
          seen.rateLimitedAt = now()
          log.error('Slack withheld events, because there were too many: replies may be missing')
          return incoming.ack()
        }
        const envelope = envelopeSchema.parse(incoming.body)
        if (alone && !isForOthers(envelope, alone.slack.knownIdentity()))
          return give(incoming, alone, process)
        const found = hasOthers ? await targets(envelope) : []
        const [only, ...more] = found
        if (!only) {
          log.warn('ignored an event from another workspace: the app is not installed there')
          return incoming.ack()
        }
        if (more.length > 0) return toAll(incoming, found, process)
        return give(incoming, only, process)
      }
    },
    authorize: async (_source: unknown, body: object = {}) => {
      // Slack waits for this, so it does not look up our identity. Listeners can store events without it.
      const identity = arrived.get(body)?.slack.knownIdentity()
      return identity ? { botUserId: identity.userId, botId: identity.botId, teamId: identity.teamId } : {}
    },
  }
}
