import { z } from 'zod'
import type { CommentArgs } from '../commands/replies.ts'
import { helpEntries, parseCommand } from '../commands/subcommands.ts'
import { help } from '../messages/answers/help.ts'
import { notAllowed } from '../messages/answers/not-here.ts'
import type { ListPage } from '../messages/kit/ids.ts'
import { pressForDialog } from '../messages/answers/press-again.ts'
import type { BotDeps } from '../deps.ts'
import { isStranger } from '../access/is-stranger.ts'
import type { Answer, Press } from './answers/answer.ts'
import { answerStored, commentOnTask, storeAhead } from './replies/comment-on-task.ts'
import { explainMessage } from './upkeep/explain-message.ts'
import { listSubscriptions } from './channels/list-subscriptions.ts'
import { openCreateDialog } from './projects/open-create-dialog.ts'
import { runDoctor } from './upkeep/run-doctor.ts'
import { setField } from './projects/set-field.ts'
import { openFilters } from './channels/filters.ts'
import { openSettings } from './channels/settings.ts'
import { showStatus } from './upkeep/show-status.ts'
import {
  listChannelProjects,
  lookUpPlaybooks,
  lookUpProjects,
  showFields,
  showProject,
  showTask,
} from './projects/look-ups.ts'
import { readValue } from './answers/stale-value.ts'
import { subscribe } from './channels/subscribe.ts'
import { unsubscribe } from './channels/unsubscribe.ts'

/** `text`: what follows `/onboard`. */
export type CommandInput = Pick<Press, 'channel' | 'user' | 'team' | 'triggerId'> & { text: string }

const storedComment = ({ channel, user, triggerId }: CommandInput, { task, text }: CommentArgs) => ({
  channel,
  user,
  source: `command:${triggerId}`,
  task,
  text,
})

/** Every subcommand, and what answers it. */
export const runCommand = async (deps: BotDeps, input: CommandInput): Promise<Answer | undefined> => {
  if (await isStranger(deps, input.team, input.user)) return { message: notAllowed() }
  const parsed = parseCommand(input.text)
  if (!parsed.ok) return { message: parsed.refusal }
  const { channel, user, triggerId } = input
  // A mention carries no trigger that a dialog could open with.
  const opensNone = triggerId.startsWith('mention:')
  switch (parsed.name) {
    case 'help':
      return { message: help({ entries: helpEntries(parsed.topic) }) }
    case 'projects':
      return lookUpProjects(deps, channel, { query: parsed.query, offset: 0 })
    case 'project':
      return showProject(deps, channel, parsed.project)
    case 'create':
      if (opensNone) return { message: pressForDialog({ run: input.text }) }
      return openCreateDialog(deps, input, { form: { name: parsed.projectName } })
    case 'playbooks':
      return lookUpPlaybooks(deps, { query: parsed.query, offset: 0 })
    case 'task':
      return showTask(deps, channel, parsed.task)
    case 'comment':
      return commentOnTask(deps, storedComment(input, parsed))
    case 'fields':
      return showFields(deps, channel, parsed.project)
    case 'set':
      return setField(deps, channel, parsed)
    case 'subscribe':
      return subscribe(deps, input, parsed)
    case 'unsubscribe':
      return unsubscribe(deps, input, parsed.target)
    case 'subscriptions':
      return listSubscriptions(deps, channel, 0)
    case 'settings':
      if (opensNone) return { message: pressForDialog({ run: input.text }) }
      if (parsed.page === 'filters') return openFilters(deps, { ...input, value: channel })
      return openSettings(deps, input)
    case 'status':
      return showStatus(deps, channel, user)
    case 'doctor':
      return runDoctor(deps, user)
    case 'why':
      return explainMessage(deps, { from: channel, channel: parsed.channel, ts: parsed.ts })
  }
}

/**
 * A command as it comes in: what must not be lost, a comment, is stored before this returns and Slack is
 * answered. Gives what answers the person, to be run after that.
 */
export const takeCommand = async (
  deps: BotDeps,
  input: CommandInput,
): Promise<() => Promise<Answer | undefined>> => {
  const parsed = parseCommand(input.text)
  const run = () => runCommand(deps, input)
  if (!parsed.ok || parsed.name !== 'comment' || (await isStranger(deps, input.team, input.user))) return run
  const comment = storedComment(input, parsed)
  return (await storeAhead(deps, comment)) ? () => answerStored(deps, comment) : run
}

const listPage: z.ZodType<ListPage> = z.object({
  list: z.enum(['projects', 'channel', 'subscriptions', 'playbooks', 'fields']),
  query: z.string().optional(),
  offset: z.int().nonnegative(),
})

/** *More* under a list: the next page. */
export const listMore = async (deps: BotDeps, channel: string, value: string): Promise<Answer> => {
  const page = readValue(listPage, value)
  switch (page.list) {
    case 'projects':
      return lookUpProjects(deps, channel, page)
    case 'channel':
      return listChannelProjects(deps, channel, page.offset)
    case 'playbooks':
      return lookUpPlaybooks(deps, page)
    case 'fields':
      return showFields(deps, channel, { by: 'uuid', uuid: page.query ?? '' }, page.offset)
    case 'subscriptions':
      return listSubscriptions(deps, channel, page.offset)
  }
}
