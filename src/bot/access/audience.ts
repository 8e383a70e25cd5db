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

/** When neither the tracker nor Slack says who may read a task, it counts as an ordinary one. */
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
