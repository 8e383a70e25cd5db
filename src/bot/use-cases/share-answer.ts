import { parseCommand } from '../commands/subcommands.ts'
import { notForSharedChannel } from '../messages/answers/not-here.ts'
import { mayBeShared, shared } from '../messages/answers/share.ts'
import type { BotDeps } from '../deps.ts'
import type { Answer } from './answers/answer.ts'
import { routeTo } from '../access/audience.ts'
import { channelProjects } from './tracker/channel-projects.ts'
import { type CommandInput, runCommand } from './run-command.ts'
import { resolve, viewOf } from './tracker/resolve-project.ts'
import { taskInView } from './tracker/task-in-view.ts'
import { receivesAsShared } from '../access/work-object-access.ts'

type Shown = { uuid: string; accountName: string | undefined }

/** The projects that an answer speaks of; undefined where it may speak of any. */
const projectsIn = async (deps: BotDeps, channel: string, text: string): Promise<Shown[] | undefined> => {
  const parsed = parseCommand(text)
  if (!parsed.ok) return undefined
  if (parsed.name === 'task' && parsed.task.by === 'uuid') {
    const view = await taskInView(deps, parsed.task.uuid, parsed.task.projectUuid)
    return view && [view.project]
  }
  if (parsed.name !== 'project') return undefined
  if (!parsed.project) return (await channelProjects(deps, channel)).map(viewOf)
  const found = await resolve(deps, parsed.project)
  return found.kind === 'one' ? [found] : undefined
}

/** Where another organization may read: only what it was subscribed to by somebody who knew. */
const mayStandIn = async (deps: BotDeps, { channel, text }: CommandInput): Promise<boolean> => {
  if (!(await routeTo(deps, channel)).shared) return true
  const projects = await projectsIn(deps, channel, text)
  if (!projects) return false
  const received = await Promise.all(projects.map((project) => receivesAsShared(deps, channel, project)))
  return received.every(Boolean)
}

/** *Share to channel*: the look-up is made again, so that the channel sees what is true now. */
export const shareAnswer = async (deps: BotDeps, press: CommandInput): Promise<Answer | undefined> => {
  const answer = await runCommand(deps, press)
  if (!answer || !('message' in answer) || !mayBeShared(answer.message)) return answer
  if (!(await mayStandIn(deps, press))) return { message: notForSharedChannel() }
  return { message: shared(answer.message, press.user), inChannel: true }
}
