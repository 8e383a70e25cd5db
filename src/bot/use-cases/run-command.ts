import { parseCommand } from '../commands/parse-command.ts'
import { helpEntries } from '../commands/subcommands.ts'
import { help } from '../messages/answers/help.ts'
import { notAllowed } from '../messages/answers/not-here.ts'
import { pressForDialog } from '../messages/answers/press-again.ts'
import type { BotDeps } from '../deps.ts'
import { isStranger } from '../access/is-stranger.ts'
import type { Answer } from './answers/answer.ts'
import { commentOnTask } from './replies/comment-on-task.ts'
import { explainMessage } from './upkeep/explain-message.ts'
import { listSubscriptions } from './channels/list-subscriptions.ts'
import { lookUpPlaybooks } from './projects/look-up-playbooks.ts'
import { lookUpProjects } from './projects/look-up-projects.ts'
import { openCreateDialog } from './projects/open-create-dialog.ts'
import { runDoctor } from './upkeep/run-doctor.ts'
import { setField } from './projects/set-field.ts'
import { openFilters } from './channels/filters.ts'
import { openSettings } from './channels/settings.ts'
import { showFields } from './projects/show-fields.ts'
import { showProject } from './projects/show-project.ts'
import { showStatus } from './upkeep/show-status.ts'
import { showTask } from './projects/show-task.ts'
import { subscribe } from './channels/subscribe.ts'
import { unsubscribe } from './channels/unsubscribe.ts'

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
