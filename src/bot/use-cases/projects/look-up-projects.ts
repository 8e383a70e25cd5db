import { projectList, projectsShown } from '../../messages/projects/project-list.ts'
import { withShare } from '../../messages/answers/share.ts'
import type { BotDeps } from '../../deps.ts'
import type { Answer } from '../answers/answer.ts'
import { routeTo } from '../../access/audience.ts'
import { cardOf } from '../tracker/project-answers.ts'

/** `/onboard projects [text]`: a page of the projects whose name contains the text. */
export const lookUpProjects = async (
  deps: BotDeps,
  channel: string,
  query: string | undefined,
  offset: number,
): Promise<Answer> => {
  const route = await routeTo(deps, channel)
  // One page of the interface's largest size; older servers know no offset, so pages are cut here.
  const { projects, pagination } = await deps.api.listProjects({
    ...(query !== undefined && { name: query }),
    limit: 200,
  })
  const page = projects.slice(offset, offset + projectsShown).map((item) => cardOf(deps, item, route))
  const message = projectList({
    query,
    total: Math.max(pagination.total, projects.length),
    offset,
    projects: page,
  })
  return { message: withShare(message, query === undefined ? 'projects' : `projects ${query}`) }
}
