import type { ProjectItem } from '../../../contract/project.ts'
import { coversAny } from '../../audience/store/covers.ts'
import { type Subscription, subscriptionsOf } from '../../audience/store/subscriptions.ts'
import type { Here } from '../../audience/actor.ts'
import type { BotDeps } from '../../deps/deps.ts'
import { allProjects, factsOf, uuidOf } from '../../tracker/find-project.ts'
import { knownTo, projectByUuid } from './resolve-project.ts'

/** Looks up each named project by uuid, so the size of the tracker does not matter. */
const named = async (deps: BotDeps, subscriptions: readonly Subscription[]): Promise<ProjectItem[]> => {
  const uuids = subscriptions.filter(({ scope }) => scope === 'project').map(({ target }) => target)
  const found = await Promise.all(uuids.map((uuid) => projectByUuid(deps, uuid)))
  return found.flatMap((resolved) => (resolved.kind === 'one' ? [resolved.item] : []))
}

/** The projects that a channel receives. For `account` and `all`, only among the first 1,000 projects. */
export const channelProjects = async (deps: BotDeps, actor: Here): Promise<ProjectItem[]> => {
  const { channel } = actor.place
  const subscriptions = await subscriptionsOf(deps.database.sql, channel)
  const items = await named(deps, subscriptions)
  const wider = subscriptions.filter(({ scope }) => scope !== 'project')
  if (wider.length === 0) return knownTo(deps, actor, items)
  const seen = new Set(items.map((item) => uuidOf(item) ?? ''))
  const { items: all } = await allProjects(deps)
  const others = all.filter((item) => {
    const uuid = uuidOf(item) ?? ''
    return !seen.has(uuid) && coversAny(wider, factsOf(item, uuid))
  })
  return knownTo(deps, actor, [...items, ...others])
}
