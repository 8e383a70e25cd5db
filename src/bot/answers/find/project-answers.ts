import { dayAt } from '../../kit/wall-clock.ts'
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
import { uuidOf } from '../../tracker/find-project.ts'
import { hasChannel, projectCardFacts, viewOf } from '../../tracker/project-in-view.ts'
import { projectCardNow } from '../../tracker/project-outlook.ts'
import type { Resolved } from './resolve-project.ts'

export const cardOf = (deps: Pick<BotDeps, 'now'>, item: ProjectItem, route: Route): ProjectCardFacts => ({
  ...projectCardFacts(viewOf(deps, item), route),
  today: dayAt(route.timeZone, deps.now()),
})

/** With its tasks. */
export const cardNow = async (deps: BotDeps, item: ProjectItem, route: Route): Promise<ProjectCardFacts> => ({
  ...(await projectCardNow(deps, viewOf(deps, item), route)),
  today: dayAt(route.timeZone, deps.now()),
})

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
