import { folded, entered } from '../../contract/text.ts'
import { type ChannelTask, tasksOfChannel } from '../store/channel-tasks.ts'
import { asTyped, type TaskReference } from './reference.ts'
import { mayShow } from '../audience/audience.ts'
import { noTaskSeen, notFound } from './messages/answers.ts'
import { choices } from '../kit/buttons.ts'
import { type Here, may, mayKnow, mayKnowTask } from '../audience/actor.ts'
import type { BotDeps } from '../deps/deps.ts'
import type { Answer } from './answer.ts'
import { type TaskInView, taskInView } from '../tracker/task-in-view.ts'
import { isChannelId } from '../slack/slack.ts'
import { knownTask, knowsAllTasks } from '../store/known-projects.ts'

/** Tasks that the bot has seen: the interface can't search. In a conversation with the app, all count. */
const knownFor = async (deps: BotDeps, actor: Here, text: string, limit: number): Promise<ChannelTask[]> => {
  const { place } = actor
  const where = { limit, orProject: false, ofAll: !isChannelId(place.channel) }
  const all = await tasksOfChannel(deps.database.sql, place.channel, text, where)
  const isKnown = await Promise.all(all.map(({ uuid }) => mayKnowTask(deps, actor, uuid)))
  return all.filter((_, at) => isKnown[at])
}

const candidatesFor = async (deps: BotDeps, actor: Here, text: string) => {
  const found = await knownFor(deps, actor, text, 25)
  const exact = found.filter(({ name }) => folded(name) === folded(text))
  return exact.length > 0 ? exact : found
}

/** What follows the name, if the text begins with all of it. */
const afterName = (text: string, name: string): string | undefined => {
  const words = name.trim().split(/\s+/).length
  const [head = ''] = new RegExp(`^(?:\\S+\\s+){${words - 1}}\\S+`, 'u').exec(text) ?? []
  const isNamed = folded(asTyped(head).replace(/[,:]$/, '')) === folded(name)
  return isNamed ? entered(text.slice(head.length)) : undefined
}

/** The longest name of a task of this channel that begins the text, and what follows it. */
export const taskNamedFirst = async (deps: BotDeps, actor: Here, text: string) => {
  const [first] = asTyped(text).split(/\s+/)
  const found = first ? await knownFor(deps, actor, first, 200) : []
  const matches = found.flatMap(({ name }) => {
    const rest = afterName(text, name)
    return rest === undefined ? [] : [{ name, rest }]
  })
  return matches.sort((one, other) => one.rest.length - other.rest.length)[0]
}

const asCandidates = (tasks: readonly ChannelTask[], run: (uuid: string) => string) =>
  tasks.map(({ uuid, name, projectName }) => ({ name, details: [projectName], run: run(uuid) }))

/** `ifOne`: what a choice of one would come to. */
export const chooseTask = async (
  deps: BotDeps,
  actor: Here,
  run: (uuid: string) => string,
  ifOne?: (uuid: string) => Promise<Answer>,
): Promise<Answer> => {
  const all = await knownFor(deps, actor, '', 100)
  const open = all.filter(({ isDone, isInternal }) => !isDone && mayShow(actor.place, isInternal))
  if (open.length === 0) return { message: noTaskSeen({ knowsAll: await knowsAllTasks(deps.database.sql) }) }
  const [first, ...others] = open
  if (first && others.length === 0 && ifOne) return ifOne(first.uuid)
  return { message: choices({ of: 'task', candidates: asCandidates(open, run) }) }
}

/** The uuid of the task a person means, without asking the tracker. Undefined if none or several match. */
export const taskMeant = async (deps: BotDeps, actor: Here, task: TaskReference) => {
  if (task.by === 'uuid') return (await mayKnowTask(deps, actor, task.uuid)) ? task.uuid : undefined
  const [first, ...others] = await candidatesFor(deps, actor, task.text)
  return others.length === 0 ? first?.uuid : undefined
}

/** The named task, or an answer if none or several match. `run` builds a candidate's command. */
export const findTask = async (
  deps: BotDeps,
  actor: Here,
  task: TaskReference,
  run: (uuid: string) => string,
): Promise<TaskInView | Answer> => {
  if (task.by === 'uuid') {
    const stored = await knownTask(deps.database.sql, task.uuid)
    // An outsider's URL must not decide what they may see, and must not be stored.
    const projectInUrl = may(actor, 'work') ? task.projectUuid : undefined
    const view = await taskInView(deps, task.uuid, stored?.projectUuid ?? projectInUrl)
    if (view && (await mayKnow(deps, actor, { project: view.project, task: view }))) return view
    return { message: notFound({ what: 'task', query: task.uuid }), missing: true }
  }
  const candidates = await candidatesFor(deps, actor, task.text)
  const [first] = candidates
  if (!first) return { message: notFound({ what: 'task', query: task.text }), missing: true }
  if (candidates.length === 1)
    return findTask(deps, actor, { by: 'uuid', uuid: first.uuid, projectUuid: first.projectUuid }, run)
  const shown = asCandidates(candidates, run)
  return { message: choices({ of: 'task', query: task.text, candidates: shown, total: candidates.length }) }
}

export const isAnswer = (found: TaskInView | Answer): found is Answer =>
  'message' in found || 'remove' in found
