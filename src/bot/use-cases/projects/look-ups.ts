import { nothingSubscribed } from '../../messages/channels/not-subscribed.ts'
import { projectList, projectsShown } from '../../messages/projects/project-list.ts'
import type { ListPage } from '../../messages/kit/ids.ts'
import { withShare } from '../../messages/answers/share.ts'
import type { ProjectReference, TaskReference } from '../../commands/parse/reference.ts'
import type { BotDeps } from '../../deps.ts'
import type { Answer } from '../answers/answer.ts'
import { linkFor, mayShow, routeTo } from '../../access/audience.ts'
import { channelProjects } from '../tracker/channel-projects.ts'
import { uuidOf } from '../tracker/find-project.ts'
import { cardOf, projectAnswer, unresolved } from '../tracker/project-answers.ts'
import { resolve, wordsOf } from '../tracker/resolve-project.ts'
import { playbookList, playbooksShown } from '../../messages/projects/playbook-list.ts'
import { currentPlaybooks, playbooksNamed } from '../tracker/current-playbooks.ts'
import { internalTaskInSharedChannel } from '../../messages/answers/not-here.ts'
import { taskCard } from '../../messages/events/task-card.ts'
import { findTask, isAnswer } from '../tracker/find-task.ts'
import { taskCardFacts } from '../tracker/task-in-view.ts'
import { fieldList, fieldsShown } from '../../messages/projects/field-list.ts'
import { answerText } from '../../messages/kit/words.ts'
import { namedOrChannelProject } from '../tracker/named-or-channel-project.ts'
import { fieldsInView } from '../tracker/field-values.ts'

type Page = Pick<ListPage, 'query' | 'offset'>

/** `/onboard projects [text]`: a page of the projects whose name contains the text. */
export const lookUpProjects = async (
  deps: BotDeps,
  channel: string,
  { query, offset }: Page,
): Promise<Answer> => {
  const route = await routeTo(deps, channel)
  // One page of the interface's largest size; older servers know no offset, so pages are cut here.
  const { projects, pagination } = await deps.api.listProjects({
    ...(query !== undefined && { name: query }),
    limit: 200,
  })
  const page = projects.slice(offset, offset + projectsShown).map((item) => cardOf(deps, item, route))
  const total = Math.max(pagination.total, projects.length)
  const message = projectList({ query, total, offset, projects: page })
  return { message: withShare(message, query === undefined ? 'projects' : `projects ${query}`) }
}

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

/** `/onboard playbooks [text]`: the current version of each name. */
export const lookUpPlaybooks = async (deps: BotDeps, { query, offset }: Page): Promise<Answer> => {
  const { playbooks, unread } = await playbooksNamed(deps, query)
  const current = currentPlaybooks(playbooks)
  const page = current.slice(offset, offset + playbooksShown).map(({ name, current: entry, versions }) => ({
    name,
    description: entry.description || undefined,
    versions: versions.length,
  }))
  const message = playbookList({
    query,
    total: current.length,
    offset,
    playbooks: page,
    unread: unread > 0 ? unread : undefined,
  })
  return { message: withShare(message, query === undefined ? 'playbooks' : `playbooks ${query}`) }
}

/** `/onboard task …`: a task's card, with *Comment*. */
export const showTask = async (deps: BotDeps, channel: string, task: TaskReference): Promise<Answer> => {
  const found = await findTask(deps, channel, task, (uuid) => `task ${uuid}`)
  if (isAnswer(found)) return found
  const route = await routeTo(deps, channel)
  if (!mayShow(route, found.internal)) return { message: internalTaskInSharedChannel() }
  return { message: withShare(taskCard(taskCardFacts(found, route, false)), `task ${found.uuid}`) }
}

/** A value in words; undefined when it is empty. */
export const valueText = (value: unknown): string | undefined =>
  value === null || value === undefined || value === '' ? undefined : answerText(value)

/** `/onboard fields [project]`: to the person alone, since what fields hold is for the team. */
export const showFields = async (
  deps: BotDeps,
  channel: string,
  words: ProjectReference | undefined,
  offset = 0,
): Promise<Answer> => {
  const found = await namedOrChannelProject(deps, channel, words, (uuid) => `fields ${uuid}`)
  if (!('kind' in found)) return found
  const { fields, valuesKnown } = await fieldsInView(deps, found.uuid)
  return {
    message: fieldList({
      projectUuid: found.uuid,
      projectName: found.name,
      url: linkFor(await routeTo(deps, channel), found),
      total: fields.length,
      offset,
      valuesKnown,
      fields: fields
        .slice(offset, offset + fieldsShown)
        .map(({ field, value }) => ({ name: field.name, value: valueText(value) })),
    }),
  }
}
