import type { EventName } from '../../contract/event.ts'
import { type RoutedProject, routesFor } from '../store/channels/subscriptions.ts'
import type { BotDeps } from '../deps.ts'

export interface Route {
  channel: string
  /** People of another organization read it, or its readers are unknown. */
  shared: boolean
  /** Slack did not say who reads it. */
  unread: boolean
}

export const routeTo = async (deps: Pick<BotDeps, 'slack'>, channel: string): Promise<Route> => {
  const { shared, unread } = await deps.slack.channel(channel)
  return { channel, shared, unread }
}

/**
 * Whether what belongs to a task may stand in a channel. An internal task is never for a shared one. A task of
 * which the tracker does not say whether it is internal counts as internal where strangers are known to read;
 * where neither side says anything, it is taken for an ordinary task in an ordinary channel.
 */
export const mayShow = (route: Route, internal: boolean | undefined): boolean => {
  if (!route.shared) return true
  return internal === undefined ? route.unread : !internal
}

/** The channels that receive an event, each with its readers. */
export const audience = async (
  deps: Pick<BotDeps, 'database' | 'slack'>,
  event: EventName,
  project: RoutedProject,
  internal: boolean | undefined,
): Promise<Route[]> => {
  const channels = await routesFor(deps.database.sql, event, project)
  const routes = await Promise.all(channels.map((channel) => routeTo(deps, channel)))
  return routes.filter((route) => mayShow(route, internal))
}

/** A shared channel never gets the team's page. */
export const linkFor = (
  route: Route,
  urls: { internalUrl?: string | null | undefined; portalUrl?: string | null | undefined },
): string | undefined => (route.shared ? urls.portalUrl : (urls.internalUrl ?? urls.portalUrl)) ?? undefined
