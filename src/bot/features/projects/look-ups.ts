import { nothingSubscribed } from '../../audience/messages/subscribed.ts'
import { projectList, projectsShown, playbookList, playbooksShown } from './messages/lists.ts'
import type { ListPage } from '../../kit/ids.ts'
import { withShare } from '../../answers/messages/share.ts'
import type { ProjectReference, TaskReference } from '../../answers/reference.ts'
import { type Actor, type Here, may } from '../../audience/actor.ts'
import type { BotDeps } from '../../deps/deps.ts'
import type { Answer } from '../../answers/answer.ts'
import { linkFor, mayShow } from '../../audience/audience.ts'
import {
  channelProjects,
  cardOf,
  projectAnswer,
  unresolved,
  namedOrChannelProject,
  knownTo,
  resolve,
  wordsOf,
} from '../../answers/find-project.ts'
import { uuidOf } from '../../tracker/find-project.ts'
import { currentPlaybooks, playbooksNamed } from './suggest.ts'
import { internalTaskInSharedChannel } from '../../audience/messages/not-here.ts'
import { taskCard } from '../../kit/cards/task-card.ts'
import { findTask, isAnswer } from '../../answers/find-task.ts'
import { taskCardFacts } from '../../tracker/task-in-view.ts'
import { fieldList, fieldsShown } from './messages/field-written.ts'
import { answerText } from '../../kit/message.ts'
import { fieldsInView } from '../../tracker/field-values.ts'

type Page = Pick<ListPage, 'query' | 'offset'>

type Listed = Parameters<typeof projectList>[0]

/** A guest cannot share, so gets no button. */
const listed = (actor: Here, facts: Listed, run: string): Answer => {
  const message = projectList(facts)
  return { message: may(actor, 'work') ? withShare(message, run) : message }
}

/** `/onboard projects [text]`. Guests search only what the channel receives. */
export const lookUpProjects = async (
  deps: BotDeps,
  actor: Here,
  { query, offset }: Page,
): Promise<Answer> => {
  // The interface's largest page. Older servers have no offset, so pages are cut here.
  const name = query === undefined ? {} : { name: query }
  const { projects: all, pagination } = await deps.api.listProjects({ ...name, limit: 200 })
  const items = await knownTo(deps, actor, all)
  const projects = items.slice(offset, offset + projectsShown).map((item) => cardOf(deps, item, actor.place))
  const total = items.length < all.length ? items.length : Math.max(pagination.total, all.length)
  const run = query === undefined ? 'projects' : `projects ${query}`
  return listed(actor, { query, total, offset, projects }, run)
}

export const listChannelProjects = async (deps: BotDeps, actor: Here, offset = 0): Promise<Answer> => {
  const items = await channelProjects(deps, actor)
  const [only] = items
  if (!only) return { message: nothingSubscribed({}) }
  if (uuidOf(only) !== undefined && items.length === 1) return projectAnswer(deps, actor, only)
  const projects = items.slice(offset, offset + projectsShown).map((item) => cardOf(deps, item, actor.place))
  return listed(actor, { total: items.length, offset, projects, ofChannel: true }, 'project')
}

/** `/onboard project [name | external id | URL]`: a card, or a choice. */
export const showProject = async (
  deps: BotDeps,
  actor: Here,
  words: ProjectReference | undefined,
): Promise<Answer> => {
  if (words === undefined) return listChannelProjects(deps, actor)
  const resolved = await resolve(deps, actor, words)
  if (resolved.kind !== 'one') return unresolved(resolved, wordsOf(words), (uuid) => `project ${uuid}`)
  return projectAnswer(deps, actor, resolved.item)
}

/** `/onboard playbooks [text]`: each name's current version. */
export const lookUpPlaybooks = async (
  deps: BotDeps,
  _by: Actor,
  { query, offset }: Page,
): Promise<Answer> => {
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

/** `/onboard task …`: a card with *Comment*. */
export const showTask = async (deps: BotDeps, actor: Here, task: TaskReference): Promise<Answer> => {
  const found = await findTask(deps, actor, task, (uuid) => `task ${uuid}`)
  if (isAnswer(found)) return found
  const { place: route } = actor
  if (!mayShow(route, found.internal)) return { message: internalTaskInSharedChannel() }
  const card = taskCard(taskCardFacts(found, route, false))
  return { message: may(actor, 'work') ? withShare(card, `task ${found.uuid}`) : card }
}

/** A text stays as `set` takes it, a day too. */
export const valueText = (value: unknown): string | undefined => {
  if (typeof value === 'string') return value || undefined
  return value === null || value === undefined ? undefined : answerText(value)
}

/** `/onboard fields [project]`. Private, because fields are for the team. */
export const showFields = async (
  deps: BotDeps,
  actor: Here,
  words: ProjectReference | undefined,
  offset = 0,
): Promise<Answer> => {
  const found = await namedOrChannelProject(deps, actor, words, (uuid) => `fields ${uuid}`)
  if (!('kind' in found)) return found
  const { fields, valuesKnown } = await fieldsInView(deps, found.uuid)
  return {
    message: fieldList({
      projectUuid: found.uuid,
      projectName: found.name,
      url: linkFor(actor.place, found),
      total: fields.length,
      offset,
      valuesKnown,
      fields: fields
        .slice(offset, offset + fieldsShown)
        .map(({ field, value }) => ({ name: field.name, value: valueText(value) })),
    }),
  }
}
