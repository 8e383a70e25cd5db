import type { EventName } from '../../contract/event.ts'
import { covers, type RoutedProject } from '../store/channels/covers.ts'
import type { ProjectChannel } from '../store/channels/project-channels.ts'
import { subscriptionsOf } from '../store/channels/subscriptions.ts'
import type { BotDeps } from '../deps.ts'

export interface Route {
  channel: string
  /** Guests or people of another organization read it, or its readers are unknown. */
  shared: boolean
  /** Slack did not say who reads it. */
  unread: boolean
}

export const routeTo = async (deps: Pick<BotDeps, 'slack'>, channel: string): Promise<Route> => {
  const { shared, unread } = await deps.slack.channel(channel)
  return { channel, shared, unread }
}

/**
 * An internal task is never for a shared channel. One of which the tracker does not say whether it is internal
 * counts as internal where outsiders are known to read, and as an ordinary one where Slack does not say either.
 */
export const mayShow = (route: Route, internal: boolean | undefined): boolean => {
  if (!route.shared) return true
  return internal === undefined ? route.unread : !internal
}

/** Whether a shared channel receives this project by a subscription that was made when it was known to be shared. */
export const receivesAsShared = async (
  deps: Pick<BotDeps, 'database'>,
  channel: string,
  project: RoutedProject,
): Promise<boolean> => {
  const received = await subscriptionsOf(deps.database.sql, channel)
  return received.some((one) => !one.paused && one.sharedWhenMade && covers(one, project))
}

/** A channel that an event goes to, and who reads it. */
export type Reader = Route & Pick<ProjectChannel, 'carded'>

/** Those of a project's channels that receive this event, and may. */
export const audience = async (
  deps: Pick<BotDeps, 'slack'>,
  channels: readonly ProjectChannel[],
  event: EventName,
  internal: boolean | undefined,
): Promise<Reader[]> => {
  const listening = channels.filter(({ events }) => events.has(event))
  const readers = await Promise.all(
    listening.map(async ({ channel, carded }) => ({ ...(await routeTo(deps, channel)), carded })),
  )
  return readers.filter((reader) => mayShow(reader, internal))
}

/** A shared channel never gets the team's page. */
export const linkFor = (
  route: Route,
  urls: { internalUrl?: string | null | undefined; portalUrl?: string | null | undefined },
): string | undefined => (route.shared ? urls.portalUrl : (urls.internalUrl ?? urls.portalUrl)) ?? undefined
