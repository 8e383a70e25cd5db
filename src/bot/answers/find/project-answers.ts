import type { ProjectItem } from '../../../contract/project.ts'
import { notFound } from '../messages/not-found.ts'
import { projectCard, type ProjectCardFacts } from '../../kit/cards/project-card.ts'
import { projectChoice } from '../../kit/choices.ts'
import { withShare } from '../messages/share.ts'
import type { Here } from '../../audience/actor.ts'
import { may } from '../../audience/may.ts'
import type { BotDeps } from '../../deps/deps.ts'
import type { Answer } from '../answer.ts'
import type { Route } from '../../audience/audience.ts'
import { uuidOf, allProjects, factsOf } from '../../tracker/find-project.ts'
import { hasChannel, projectCardFacts, viewOf, projectCardNow } from '../../tracker/project-in-view.ts'
import { type Resolved, knownTo, projectByUuid, resolveFor, wordsOf } from './resolve-project.ts'
import { coversAny } from '../../audience/store/covers.ts'
import { type Subscription, subscriptionsOf } from '../../audience/store/subscriptions.ts'
import type { ProjectReference } from '../commands/reference.ts'
import { nothingSubscribed } from '../../audience/messages/subscribed.ts'

export const cardOf = (deps: Pick<BotDeps, 'now'>, item: ProjectItem, route: Route): ProjectCardFacts =>
  projectCardFacts(viewOf(deps, item), route)

/** With its tasks. */
export const cardNow = (deps: BotDeps, item: ProjectItem, route: Route): Promise<ProjectCardFacts> =>
  projectCardNow(deps, viewOf(deps, item), route)

/** Answers with the candidates, or that there is none. `run` builds a candidate's command. */
export const unresolved = (
  resolved: Exclude<Resolved, { kind: 'one' }>,
  query: string,
  run: (uuid: string) => string,
): Answer => {
  if (resolved.kind === 'none') return { message: notFound({ what: 'project', query }) }
  const candidates = resolved.items.map((item) => ({
    name: item.name,
    details: [item.account?.name, item.project_state ?? undefined, item.project_owner?.full_name],
    run: run(uuidOf(item) ?? item.name),
  }))
  return { message: projectChoice({ query, candidates, total: resolved.total }) }
}

export const projectAnswer = async (
  deps: BotDeps,
  actor: Here,
  item: ProjectItem,
  run: string,
): Promise<Answer> => {
  const can = may(actor, 'work')
  const isMade = can && (await hasChannel(deps, uuidOf(item) ?? ''))
  const buttons = { canSubscribe: can, canPin: can, canMakeChannel: can && !isMade, hasChannel: isMade }
  const card = projectCard({ ...(await cardNow(deps, item, actor.place)), ...buttons })
  return { message: can ? withShare(card, run) : card }
}

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

type One = Extract<Resolved, { kind: 'one' }>

/** The named project, or the channel's only one. Otherwise the answer that lists the candidates. */
export const namedOrChannelProject = async (
  deps: BotDeps,
  actor: Here,
  words: ProjectReference | undefined,
  run: (uuid: string) => string,
): Promise<One | Answer> => {
  if (words) {
    const resolved = await resolveFor(deps, actor, words)
    return resolved.kind === 'one' ? resolved : unresolved(resolved, wordsOf(words), run)
  }
  const items = await channelProjects(deps, actor)
  const [only] = items
  if (!only) return { message: nothingSubscribed({}) }
  if (items.length === 1 && uuidOf(only) !== undefined) return { kind: 'one', ...viewOf(deps, only) }
  const candidates = items.map((item) => ({
    name: item.name,
    details: [item.account?.name],
    run: run(uuidOf(item) ?? item.name),
  }))
  return { message: projectChoice({ candidates, total: candidates.length }) }
}
