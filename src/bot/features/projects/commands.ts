import { projectCardFacts, taskCardFacts } from '../../tracker/views.ts'
import {
  asTyped,
  noProject,
  noTask,
  type ProjectReference,
  projectReference,
  type TaskReference,
  taskReference,
  firstWord,
  unquoted,
} from '../../answers/reference.ts'
import type { Subcommand, Answer } from '../../answers/answer.ts'
import { chooseTask, findTask, isAnswer } from '../../answers/find-task.ts'
import { taskAt } from '../../sync/replies/take-reply.ts'
import { showFields, type SetArgs, setField } from './data-fields.ts'
import { openCreateDialog } from './open-create-dialog.ts'
import { nothingSubscribed } from '../../audience/messages/subscribed.ts'
import { projectList, projectsShown, playbookList, playbooksShown } from './messages/lists.ts'
import type { ListPage } from '../../kit/ids.ts'
import { withShare } from '../../answers/messages/answers.ts'
import { type Here, may } from '../../audience/actor.ts'
import type { BotDeps } from '../../deps/deps.ts'
import { mayShow } from '../../audience/audience.ts'
import { channelProjects, namedProject, projectAnswer, knownTo } from '../../answers/named-project.ts'
import { type ProjectInView, viewOf } from '../../tracker/project-in-view.ts'
import { currentPlaybooks, playbooksNamed } from './suggest.ts'
import { internalTaskInSharedChannel } from '../../audience/messages/not-here.ts'
import { taskCard } from '../../kit/task-card.ts'
import type { Message } from '../../kit/message.ts'
import { isChannelId } from '../../slack/slack.ts'

type Page = Pick<ListPage, 'query' | 'offset'>

/** Guests cannot share, and a conversation with the app has nobody to share with. */
const lookedUp = (actor: Here, message: Message, run: string): Answer => ({
  message: may(actor, 'work') && isChannelId(actor.place.channel) ? withShare(message, run) : message,
})

const cardsOf = (deps: BotDeps, { place }: Here, projects: readonly ProjectInView[], offset: number) =>
  projects.slice(offset, offset + projectsShown).map((view) => projectCardFacts(deps, view, place))

/** Guests search only what the channel receives. */
export const lookUpProjects = async (deps: BotDeps, actor: Here, { query, offset }: Page) => {
  // The interface's largest page. Older servers have no offset, so pages are cut here.
  const name = query === undefined ? {} : { name: query }
  const { projects: all, pagination } = await deps.api.listProjects({ ...name, limit: 200 })
  const views = await knownTo(deps, actor, all.map(viewOf))
  const projects = cardsOf(deps, actor, views, offset)
  const total = views.length < all.length ? views.length : Math.max(pagination.total, all.length)
  const run = query === undefined ? 'projects' : `projects ${query}`
  return lookedUp(actor, projectList({ query, total, offset, projects }), run)
}

export const listChannelProjects = async (deps: BotDeps, actor: Here, offset = 0): Promise<Answer> => {
  const received = await channelProjects(deps, actor)
  const [only] = received
  if (!only) return { message: nothingSubscribed({}) }
  if (only.listedAs !== undefined && received.length === 1) return projectAnswer(deps, actor, only)
  const projects = cardsOf(deps, actor, received, offset)
  return lookedUp(
    actor,
    projectList({ total: received.length, offset, projects, ofChannel: true }),
    'project',
  )
}

export const lookUpPlaybooks = async (deps: BotDeps, actor: Here, { query, offset }: Page) => {
  const current = currentPlaybooks(await playbooksNamed(deps, query))
  const page = current.slice(offset, offset + playbooksShown).map(({ name, current: entry, versions }) => ({
    name,
    description: entry.description || undefined,
    versions: versions.length,
  }))
  const message = playbookList({ query, total: current.length, offset, playbooks: page })
  return lookedUp(actor, message, query === undefined ? 'playbooks' : `playbooks ${query}`)
}

const showTask = async (deps: BotDeps, actor: Here, task: TaskReference): Promise<Answer> => {
  const found = await findTask(deps, actor, task, (uuid) => `task ${uuid}`)
  if (isAnswer(found)) return found
  const { place: route } = actor
  if (!mayShow(route, found.internal)) return { message: internalTaskInSharedChannel() }
  return lookedUp(actor, taskCard(taskCardFacts(found, route)), `task ${found.uuid}`)
}

type Query = Subcommand<{ query: string | undefined }>
/** Undefined: the channel's project. */
type MaybeProject = Subcommand<{ project: ProjectReference | undefined }>

const queryIn: Query['parse'] = (text) => ({ ok: true, query: unquoted(text) || undefined })

const maybeProject: MaybeProject['parse'] = (text) => {
  const words = unquoted(text)
  if (words === '') return { ok: true, project: undefined }
  const found = projectReference(words)
  return found ? { ok: true, project: found } : { ok: false, problem: noProject }
}

const projects: Query = {
  name: 'projects',
  summary: 'Lists projects. Add text to filter by name.',
  usage: 'projects [text]',
  isFor: 'channels',
  examples: ['projects Acme', 'projects'],
  right: 'ask here',
  parse: queryIn,
  run: (deps, actor, { query }) => lookUpProjects(deps, actor, { query, offset: 0 }),
}

const project: MaybeProject = {
  name: 'project',
  summary: 'Shows a project. With no name, shows this channel’s projects.',
  usage: 'project [name or link]',
  isFor: 'channels',
  examples: [
    'project Acme Corp – Standard Onboarding',
    'project https://tracker.example/projects/3f0c8a52-7c1e-4f6f-9f0e-2b8f4a1d9c77',
    'project',
  ],
  right: 'ask here',
  parse: maybeProject,
  run: async (deps, actor, args) => {
    if (args.project === undefined) return listChannelProjects(deps, actor)
    const found = await namedProject(deps, actor, args.project, (uuid) => `project ${uuid}`)
    return 'item' in found ? projectAnswer(deps, actor, found) : found
  },
}

const create: Subcommand<{ projectName: string }> = {
  name: 'create',
  summary: 'Opens the New project dialog, with a preview before anything is created.',
  usage: 'create [name]',
  isFor: 'channels',
  examples: ['create Initech – Standard Onboarding', 'create'],
  right: 'work',
  parse: (text) => ({ ok: true, projectName: unquoted(text) }),
  run: (deps, actor, args, { triggerId }) =>
    openCreateDialog(deps, actor, triggerId, { form: { name: args.projectName } }),
}

const playbooks: Query = {
  name: 'playbooks',
  summary: 'Lists playbooks and their current versions. Add text to filter by name.',
  usage: 'playbooks [text]',
  isFor: 'admins',
  examples: ['playbooks Standard', 'playbooks'],
  right: 'work',
  parse: queryIn,
  run: (deps, actor, { query }) => lookUpPlaybooks(deps, actor, { query, offset: 0 }),
}

const task: Subcommand<{ task: TaskReference | undefined }> = {
  name: 'task',
  summary:
    'Shows a task, with a button to comment. Without a name: the thread’s task, or a list to choose from.',
  usage: 'task [name or link]',
  isFor: 'channels',
  examples: [
    'task kickoff',
    'task https://tracker.example/projects/3f0c8a52-7c1e-4f6f-9f0e-2b8f4a1d9c77#task-8c9d1f1e-52b0-4b8e-a7a5-0f2b6f0f7d11',
    'task',
  ],
  right: 'ask here',
  parse: (text) => {
    const words = unquoted(text)
    if (words === '') return { ok: true, task: undefined }
    const found = taskReference(words)
    return found ? { ok: true, task: found } : { ok: false, problem: noTask }
  },
  run: async (deps, actor, args, { threadTs }) => {
    const here = args.task ? undefined : await taskAt(deps, actor.place.channel, threadTs)
    const named = args.task ?? (here === undefined ? undefined : taskReference(here))
    if (named) return showTask(deps, actor, named)
    const show = (uuid: string) => showTask(deps, actor, { by: 'uuid', uuid, projectUuid: undefined })
    return chooseTask(deps, actor, (uuid) => `task ${uuid}`, show)
  },
}

const fields: MaybeProject = {
  name: 'fields',
  summary: 'Shows a project’s data fields and values. With no name, uses this channel’s project.',
  usage: 'fields [project’s name or link]',
  isFor: 'admins',
  examples: ['fields Acme Corp – Standard Onboarding', 'fields'],
  right: 'work',
  parse: maybeProject,
  run: (deps, actor, args) => showFields(deps, actor, args.project),
}

/** *Apply* carries the value. Slack limits a button's value to 2,000 characters. */
const longest = 1_500

/** Splits off a project's URL or uuid in front of the field. */
const withProject = (text: string) => {
  const { word, rest, quoted } = firstWord(text)
  const project = projectReference(asTyped(word))
  const isField = quoted || rest.startsWith('=') || project?.by === 'text'
  return isField ? { project: undefined, rest: text } : { project, rest }
}

const set: Subcommand<SetArgs> = {
  name: 'set',
  summary: 'Changes a data field. You see a preview first.',
  usage: 'set [project’s link] <field> = <value>',
  isFor: 'admins',
  examples: ['set Region = EMEA', 'set "Contract value (USD)" = 48000'],
  right: 'work',
  parse: (text) => {
    const { project: named, rest } = withProject(text)
    const first = firstWord(rest)
    // A field's name in quotes may have an equals sign of its own.
    const at = rest.indexOf('=', first.quoted ? rest.length - first.rest.length : 0)
    if (at < 0)
      return { ok: false, problem: 'Which field, and which value? Put an equals sign between them.' }
    const name = unquoted(rest.slice(0, at))
    const value = unquoted(rest.slice(at + 1))
    if (name === '') return { ok: false, problem: 'Which field? Put its name before the equals sign.' }
    if (value.length > longest)
      return { ok: false, problem: `That value is too long. Use at most ${longest} characters.` }
    return { ok: true, project: named, field: name, value }
  },
  run: setField,
}

export const lookUpCommands = { projects, project, create, playbooks, task }
export const fieldCommands = { fields, set }
