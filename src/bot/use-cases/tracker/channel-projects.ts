import type { ProjectItem } from '../../../contract/project.ts'
import { meansSubscription, type Subscription, subscriptionsOf } from '../../store/channels/subscriptions.ts'
import type { BotDeps } from '../../deps.ts'
import { allProjects, uuidOf } from './find-project.ts'
import { accountIdOf } from './notice-account.ts'
import { projectByUuid } from './resolve-project.ts'

const isOf =
  (item: ProjectItem) =>
  (subscription: Subscription): boolean =>
    meansSubscription(subscription, {
      uuid: uuidOf(item) ?? '',
      accountName: item.account?.name,
      accountId: accountIdOf(item),
    })

/** Named one by one: each is found by its uuid, however many others the tracker has. */
const named = async (deps: BotDeps, subscriptions: readonly Subscription[]): Promise<ProjectItem[]> => {
  const uuids = subscriptions.filter(({ scope }) => scope === 'project').map(({ target }) => target)
  const found = await Promise.all(uuids.map((uuid) => projectByUuid(deps, uuid)))
  return found.flatMap((resolved) => (resolved.kind === 'one' ? [resolved.item] : []))
}

/** The projects that a channel receives, by name, by account or all: of the last two those among a thousand. */
export const channelProjects = async (deps: BotDeps, channel: string): Promise<ProjectItem[]> => {
  const subscriptions = await subscriptionsOf(deps.database.sql, channel)
  const items = await named(deps, subscriptions)
  const wider = subscriptions.filter(({ scope }) => scope !== 'project')
  if (wider.length === 0) return items
  const seen = new Set(items.map(uuidOf))
  const { items: all } = await allProjects(deps)
  return [...items, ...all.filter((item) => !seen.has(uuidOf(item)) && wider.some(isOf(item)))]
}
