import { parseCommand, runCommand } from './subcommands.ts'
import { notForSharedChannel } from '../../audience/messages/not-here.ts'
import { mayBeShared, shared as withSharer } from '../../answers/messages/answers.ts'
import type { Here } from '../../audience/actor.ts'
import type { BotDeps } from '../../deps/deps.ts'
import type { Answer, CommandInput } from '../../answers/answer.ts'
import { subscriptionsFor } from '../../audience/audience.ts'
import { channelProjects, resolve } from '../../answers/find-project.ts'
import { viewOf } from '../../tracker/project-in-view.ts'
import { taskInView } from '../../tracker/task-in-view.ts'
import { coversAny, type RoutedProject } from '../../store/project-channels.ts'

/** The projects in an answer. Undefined if it could contain any project. */
const projectsIn = async (deps: BotDeps, actor: Here, text: string): Promise<RoutedProject[] | undefined> => {
  const parsed = parseCommand(text)
  if (!parsed.ok) return undefined
  if (parsed.name === 'task' && parsed.task?.by === 'uuid') {
    const view = await taskInView(deps, parsed.task.uuid, parsed.task.projectUuid)
    return view && [view.project]
  }
  if (parsed.name !== 'project') return undefined
  if (!parsed.project) return (await channelProjects(deps, actor)).map((item) => viewOf(deps, item))
  const found = await resolve(deps, actor, parsed.project)
  return found.kind === 'one' ? [found] : undefined
}

/** A shared channel gets only projects that were subscribed while it was known to be shared. */
const maySharedChannelSee = async (deps: BotDeps, actor: Here, text: string): Promise<boolean> => {
  if (!actor.place.shared) return true
  const projects = await projectsIn(deps, actor, text)
  if (!projects) return false
  const received = await subscriptionsFor(deps, actor.place)
  return projects.every((project) => coversAny(received, project))
}

/** *Share to channel*: repeats the look-up, so that the channel sees the current state. */
export const shareAnswer = async (
  deps: BotDeps,
  actor: Here,
  input: CommandInput,
): Promise<Answer | undefined> => {
  const answer = await runCommand(deps, actor, input)
  if (!answer || !('message' in answer) || !mayBeShared(answer.message)) return answer
  if (!(await maySharedChannelSee(deps, actor, input.text))) return { message: notForSharedChannel() }
  return { message: withSharer(answer.message, actor.user), inChannel: true }
}
