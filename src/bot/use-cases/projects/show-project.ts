import { nothingSubscribed } from '../../messages/channels/not-subscribed.ts'
import { projectList, projectsShown } from '../../messages/projects/project-list.ts'
import { withShare } from '../../messages/answers/share.ts'
import type { ProjectReference } from '../../commands/reference.ts'
import type { BotDeps } from '../../deps.ts'
import type { Answer } from '../answers/answer.ts'
import { routeTo } from '../../access/audience.ts'
import { channelProjects } from '../tracker/channel-projects.ts'
import { uuidOf } from '../tracker/find-project.ts'
import { cardOf, projectAnswer, unresolved } from '../tracker/project-answers.ts'
import { resolve, wordsOf } from '../tracker/resolve-project.ts'

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
