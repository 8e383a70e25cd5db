import { nothingSubscribed } from '../messages/nothing-subscribed.ts'
import { projectList, projectsShown } from '../messages/project-list.ts'
import { withShare } from '../messages/share.ts'
import type { ProjectReference } from '../commands/reference.ts'
import type { BotDeps } from '../deps.ts'
import type { Answer } from './answer.ts'
import { routeTo } from './audience.ts'
import { channelProjects } from './channel-projects.ts'
import { uuidOf } from './find-project.ts'
import { cardOf, projectAnswer, unresolved } from './project-answers.ts'
import { projectByText, projectByUuid } from './resolve-project.ts'

export const wordsOf = (words: ProjectReference): string => (words.by === 'uuid' ? words.uuid : words.text)

export const resolve = (deps: BotDeps, words: ProjectReference) =>
  words.by === 'uuid' ? projectByUuid(deps, words.uuid) : projectByText(deps, words.text)

/** Without words: the projects that this channel receives, a page of them. */
export const listChannelProjects = async (deps: BotDeps, channel: string, offset = 0): Promise<Answer> => {
  const items = await channelProjects(deps, channel)
  const [only] = items
  if (!only) return { message: nothingSubscribed({}) }
  const route = await routeTo(deps, channel)
  const uuid = uuidOf(only)
  if (uuid !== undefined && items.length === 1) return projectAnswer(deps, only, route, `project ${uuid}`)
  const projects = items.slice(offset, offset + projectsShown).map((item) => cardOf(deps, item, route))
  const facts = { total: items.length, offset, projects, ofChannel: true }
  return { message: withShare(projectList(facts), 'project') }
}

/** `/onboard project [name | external id | URL]`: one project's card, or the choice. */
export const showProject = async (
  deps: BotDeps,
  channel: string,
  words: ProjectReference | undefined,
): Promise<Answer> => {
  if (words === undefined) return listChannelProjects(deps, channel)
  const resolved = await resolve(deps, words)
  if (resolved.kind !== 'one') return unresolved(resolved, wordsOf(words), (uuid) => `project ${uuid}`)
  return projectAnswer(deps, resolved.item, await routeTo(deps, channel), `project ${resolved.uuid}`)
}
