import { nothingSubscribed } from '../messages/nothing-subscribed.ts'
import { projectList } from '../messages/project-list.ts'
import { subscriptionsOf } from '../../store/bot/subscriptions.ts'
import type { ProjectReference } from '../commands/reference.ts'
import type { BotDeps } from '../deps.ts'
import type { Answer } from './answer.ts'
import { routeTo } from './audience.ts'
import { cardOf, projectAnswer, unresolved } from './project-answers.ts'
import { projectByText, projectByUuid } from './resolve-project.ts'

export const wordsOf = (words: ProjectReference): string => (words.by === 'uuid' ? words.uuid : words.text)

export const resolve = (deps: BotDeps, words: ProjectReference) =>
  words.by === 'uuid' ? projectByUuid(deps, words.uuid) : projectByText(deps, words.text)

/** Without words: the projects this channel is subscribed to. */
const channelProjects = async (deps: BotDeps, channel: string): Promise<Answer> => {
  const subscriptions = await subscriptionsOf(deps.database.sql, channel)
  const uuids = subscriptions.filter(({ scope }) => scope === 'project').map(({ target }) => target)
  if (uuids.length === 0) return { message: nothingSubscribed({}) }
  const route = await routeTo(deps, channel)
  const found = await Promise.all(uuids.map((uuid) => projectByUuid(deps, uuid)))
  const items = found.flatMap((resolved) => (resolved.kind === 'one' ? [resolved.item] : []))
  const [only] = items
  if (only && items.length === 1) return projectAnswer(deps, only, route, `project ${uuids[0]}`)
  const projects = items.map((item) => cardOf(deps, item, route))
  return { message: projectList({ total: projects.length, offset: 0, projects }) }
}

/** `/onboard project [name | external id | URL]`: one project's card, or the choice. */
export const showProject = async (
  deps: BotDeps,
  channel: string,
  words: ProjectReference | undefined,
): Promise<Answer> => {
  if (words === undefined) return channelProjects(deps, channel)
  const resolved = await resolve(deps, words)
  if (resolved.kind !== 'one') return unresolved(resolved, wordsOf(words), (uuid) => `project ${uuid}`)
  return projectAnswer(deps, resolved.item, await routeTo(deps, channel), `project ${resolved.uuid}`)
}
