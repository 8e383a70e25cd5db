import { parseCommand } from '../commands/parse-command.ts'
import { helpEntries } from '../commands/subcommands.ts'
import { help } from '../messages/help.ts'
import { notAllowed } from '../messages/not-allowed.ts'
import { pressForDialog } from '../messages/press-for-dialog.ts'
import type { BotDeps } from '../deps.ts'
import type { Answer } from './answer.ts'
import { commentOnTask } from './comment-on-task.ts'
import { explainMessage } from './explain-message.ts'
import { listSubscriptions } from './list-subscriptions.ts'
import { lookUpPlaybooks } from './look-up-playbooks.ts'
import { lookUpProjects } from './look-up-projects.ts'
import { openCreateDialog } from './open-create-dialog.ts'
import { runDoctor } from './run-doctor.ts'
import { setField } from './set-field.ts'
import { openFilters } from './filters.ts'
import { openSettings } from './settings.ts'
import { showFields } from './show-fields.ts'
import { showProject } from './show-project.ts'
import { showStatus } from './show-status.ts'
import { showTask } from './show-task.ts'
import { subscribe } from './subscribe.ts'
import { unsubscribe } from './unsubscribe.ts'

export interface CommandInput {
  /** What follows `/onboard`. */
  text: string
  channel: string
  user: string
  /** The person's workspace; undefined where Slack does not say. */
  team: string | undefined
  /** Slack's id of this one press or command: what makes a repetition known. */
  triggerId: string
}

/**
 * People of another organization read what the channel gets; they neither look up nor steer. In an organization
 * of several workspaces (Enterprise Grid) Slack names the person's own one, or the organization itself: whoever
 * is of ours is told by their profile.
 */
export const isStranger = async (
  deps: BotDeps,
  team: string | undefined,
  user?: string,
): Promise<boolean> => {
  if (team === undefined) return false
  const own = await deps.slack.identity().catch(() => undefined)
  if (own === undefined || own.teamId === '' || own.teamId === team) return false
  if (own.enterpriseId === undefined) return true
  if (own.enterpriseId === team) return false
  return user === undefined || (await deps.slack.person(user)).stranger
}

/** Every subcommand, and what answers it. */
export const runCommand = async (deps: BotDeps, input: CommandInput): Promise<Answer | undefined> => {
  if (await isStranger(deps, input.team, input.user)) return { message: notAllowed() }
  const parsed = parseCommand(input.text)
  if (!parsed.ok) return { message: parsed.refusal }
  const { channel, user, triggerId } = input
  switch (parsed.name) {
    case 'help':
      return { message: help({ entries: helpEntries(parsed.topic) }) }
    case 'projects':
      return lookUpProjects(deps, channel, parsed.query, 0)
    case 'project':
      return showProject(deps, channel, parsed.project)
    case 'create':
      if (triggerId.startsWith('mention:')) return { message: pressForDialog({ run: input.text }) }
      return openCreateDialog(deps, { user, channel, triggerId }, { form: { name: parsed.projectName } })
    case 'playbooks':
      return lookUpPlaybooks(deps, parsed.query, 0)
    case 'task':
      return showTask(deps, channel, parsed.task)
    case 'comment':
      return commentOnTask(deps, {
        channel,
        user,
        source: `command:${triggerId}`,
        task: parsed.task,
        text: parsed.text,
      })
    case 'fields':
      return showFields(deps, channel, parsed.project)
    case 'set':
      return setField(deps, channel, parsed)
    case 'subscribe':
      return subscribe(deps, {
        channel,
        user,
        target: parsed.target,
        events: parsed.events,
        eventWords: parsed.words.join(' '),
      })
    case 'unsubscribe':
      return unsubscribe(deps, { channel, user, target: parsed.target })
    case 'subscriptions':
      return listSubscriptions(deps, channel, 0)
    case 'settings':
      if (triggerId.startsWith('mention:')) return { message: pressForDialog({ run: input.text }) }
      if (parsed.page === 'filters') return openFilters(deps, { of: channel, channel, user, triggerId })
      return openSettings(deps, { channel, user, triggerId })
    case 'status':
      return showStatus(deps, channel, user)
    case 'doctor':
      return runDoctor(deps, user)
    case 'why':
      return explainMessage(deps, { from: channel, channel: parsed.channel, ts: parsed.ts })
  }
}
