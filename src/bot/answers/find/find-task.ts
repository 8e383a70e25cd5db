import { folded } from '../../../contract/text/folded.ts'
import { tasksOfChannel } from '../../audience/store/channel-tasks.ts'
import type { TaskReference } from '../commands/parse/reference.ts'
import { notFound } from '../messages/not-found.ts'
import { taskChoice } from '../../kit/choices.ts'
import type { Actor, Here } from '../../audience/actor.ts'
import { may, mayKnow, mayKnowTask } from '../../audience/may.ts'
import type { BotDeps } from '../../deps/deps.ts'
import type { Answer } from '../answer.ts'
import { type TaskInView, taskInView } from '../../tracker/task-in-view.ts'
import { knownTask } from '../../store/known/known-tasks.ts'

/**
 * Asks the tracker by uuid. The project comes from its answer, stored facts, or the URL: but what an outsider's URL says
 * would decide what they may see, and be stored.
 */
const byUuid = async (deps: BotDeps, actor: Actor, uuid: string, said: string | undefined) => {
  const known = await knownTask(deps.database.sql, uuid)
  return taskInView(deps, uuid, known?.projectUuid ?? (may(actor, 'work') ? said : undefined))
}

/**
 * Tasks that the bot has seen in this channel's projects, because the interface cannot search tasks. A person alone with
 * the app is in no channel.
 */
const candidatesFor = async (deps: BotDeps, actor: Here, text: string) => {
  const { user, place } = actor
  const ofAll = place.channel === user
  const all = await tasksOfChannel(deps.database.sql, place.channel, text, {
    limit: 25,
    orProject: false,
    ofAll,
  })
  const known = await Promise.all(all.map(({ uuid }) => mayKnowTask(deps, actor, uuid)))
  const found = all.filter((_, at) => known[at])
  const exact = found.filter(({ name }) => folded(name) === folded(text))
  return exact.length > 0 ? exact : found
}

/** The uuid of the task a person means, without asking the tracker. Undefined if none or several match. */
export const taskMeant = async (
  deps: BotDeps,
  actor: Here,
  task: TaskReference,
): Promise<string | undefined> => {
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
    const view = await byUuid(deps, actor, task.uuid, task.projectUuid)
    const { project, internal } = view ?? {}
    if (view && project && (await mayKnow(deps, actor, { project, task: { internal } }))) return view
    return { message: notFound({ what: 'task', query: task.uuid }) }
  }
  const candidates = await candidatesFor(deps, actor, task.text)
  const [first] = candidates
  if (!first) return { message: notFound({ what: 'task', query: task.text }) }
  if (candidates.length === 1)
    return findTask(deps, actor, { by: 'uuid', uuid: first.uuid, projectUuid: first.projectUuid }, run)
  const shown = candidates.map(({ uuid, name, projectName }) => ({
    name,
    details: [projectName],
    run: run(uuid),
  }))
  return { message: taskChoice({ query: task.text, candidates: shown, total: candidates.length }) }
}

export const isAnswer = (found: TaskInView | Answer): found is Answer =>
  'message' in found || 'remove' in found
