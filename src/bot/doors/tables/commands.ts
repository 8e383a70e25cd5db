import type { SubcommandName } from '../../answers/commands/subcommand.ts'
import type { CommentArgs } from '../../sync/replies/commands.ts'
import { firstHelpEntries, helpEntries, parseCommand } from './subcommands.ts'
import { help, shortHelp } from '../../answers/messages/help.ts'
import { listPage, type ListPage } from '../../kit/ids.ts'
import { pressForDialog, staleButton } from '../../answers/messages/press-again.ts'
import type { BotDeps } from '../../deps/deps.ts'
import { type Acting, type Actor, type Here, isHere } from '../../audience/actor.ts'
import { may, refusal, type Right } from '../../audience/may.ts'
import type { Answer } from '../../answers/answer.ts'
import { within } from '../../kit/within.ts'
import { answerStored, commentOnTask, storeAhead } from '../../sync/replies/comment-on-task.ts'
import { explainMessage } from '../../features/status/explain-message.ts'
import { listSubscriptions } from '../../features/channels/list-subscriptions.ts'
import { openCreateDialog } from '../../features/projects/open-create-dialog.ts'
import { runDoctor, showStatus } from '../../features/status/show-status.ts'
import { setField } from '../../features/projects/set-field.ts'
import { showWaiting } from '../../features/digests/show-waiting.ts'
import { openSettings } from '../../features/channels/settings.ts'
import {
  listChannelProjects,
  lookUpPlaybooks,
  lookUpProjects,
  showFields,
  showProject,
  showTask,
} from '../../features/projects/look-ups.ts'
import { readValue } from '../../kit/stale-value.ts'
import { subscribe } from '../../features/channels/subscribe.ts'
import { unsubscribe } from '../../features/channels/unsubscribe.ts'
import { syncByCommand } from '../../sync/threads/sync-thread.ts'

export interface CommandInput {
  text: string
  triggerId: string
  /** Where a mention or a press was, if in a thread. */
  threadTs?: string | undefined
}

/** The right each subcommand requires. Access to its object is checked again at the look-up. */
export const rightsOf: Readonly<Record<SubcommandName, Right>> = {
  help: 'ask here',
  projects: 'ask here',
  project: 'ask here',
  create: 'work',
  playbooks: 'work',
  task: 'ask here',
  comment: 'ask here',
  sync: 'work',
  fields: 'work',
  set: 'work',
  subscribe: 'work',
  unsubscribe: 'work',
  subscriptions: 'work',
  settings: 'work',
  waiting: 'ask here',
  status: 'work',
  doctor: 'administer',
  why: 'work',
}

const storedComment = ({ triggerId }: CommandInput, { task, text }: CommentArgs) => ({
  source: `command:${triggerId}`,
  task,
  text,
})

/** Members may start the doctor, because it explains how to become an admin. */
export const mayRun = (actor: Actor, name: SubcommandName): boolean =>
  may(actor, name === 'doctor' ? 'work' : rightsOf[name])

const helpFor = (actor: Actor, topic: SubcommandName | undefined): Answer => {
  const mayUse = (name: SubcommandName) => mayRun(actor, name)
  if (topic === undefined) return { message: shortHelp({ entries: firstHelpEntries(mayUse) }) }
  return { message: help({ entries: helpEntries(topic, mayUse) }) }
}

export const runCommand = async (
  deps: BotDeps,
  actor: Here,
  input: CommandInput,
): Promise<Answer | undefined> => {
  if (!may(actor, 'ask here')) return { message: refusal(actor, 'ask here') }
  const parsed = parseCommand(input.text)
  if (!parsed.ok) return { message: parsed.refusal }
  if (!mayRun(actor, parsed.name)) return { message: refusal(actor, 'work') }
  const { triggerId } = input
  // A mention has no trigger id, so it cannot open a dialog.
  const opensNone = triggerId.startsWith('mention:')
  switch (parsed.name) {
    case 'help':
      return helpFor(actor, parsed.topic)
    case 'projects':
      return lookUpProjects(deps, actor, { query: parsed.query, offset: 0 })
    case 'project':
      return showProject(deps, actor, parsed.project)
    case 'create':
      if (opensNone) return { message: pressForDialog({ run: input.text }) }
      return openCreateDialog(deps, actor, triggerId, { form: { name: parsed.projectName } })
    case 'playbooks':
      return lookUpPlaybooks(deps, actor, { query: parsed.query, offset: 0 })
    case 'task':
      return showTask(deps, actor, parsed.task)
    case 'comment':
      return commentOnTask(deps, actor, storedComment(input, parsed))
    case 'sync':
      return syncByCommand(deps, actor, { task: parsed.task, threadTs: input.threadTs })
    case 'fields':
      return showFields(deps, actor, parsed.project)
    case 'set':
      return setField(deps, actor, parsed)
    case 'subscribe':
      return subscribe(deps, actor, parsed)
    case 'unsubscribe':
      return unsubscribe(deps, actor, parsed.target)
    case 'subscriptions':
      return listSubscriptions(deps, actor, 0)
    case 'settings':
      if (opensNone) return { message: pressForDialog({ run: input.text }) }
      return openSettings(deps, actor, { triggerId, value: actor.place.channel })
    case 'waiting':
      return showWaiting(deps, actor)
    case 'status':
      return showStatus(deps, actor)
    case 'doctor':
      return runDoctor(deps, actor)
    case 'why':
      return explainMessage(deps, actor, parsed)
  }
}

/** Slack waits three seconds for an acknowledgement. */
const patienceMs = 1_500

/** Stores a comment before Slack gets its answer. The returned work makes the answer. */
export const takeCommand = async (
  deps: BotDeps,
  acting: Acting,
  input: CommandInput,
): Promise<() => Promise<Answer | undefined>> => {
  const parsed = parseCommand(input.text)
  const run = async () => {
    const actor = await acting()
    return isHere(actor) ? runCommand(deps, actor, input) : { message: staleButton() }
  }
  if (!parsed.ok || parsed.name !== 'comment') return run
  const actor = await within(patienceMs, acting())
  if (!actor || !isHere(actor) || !mayRun(actor, 'comment')) return run
  const comment = storedComment(input, parsed)
  return (await storeAhead(deps, actor, comment)) ? () => answerStored(deps, actor, comment) : run
}

const listRights: Readonly<Record<ListPage['list'], Right>> = {
  projects: rightsOf.projects,
  channel: rightsOf.project,
  subscriptions: rightsOf.subscriptions,
  playbooks: rightsOf.playbooks,
  fields: rightsOf.fields,
  help: rightsOf.help,
}

export const listMore = async (deps: BotDeps, actor: Here, value: string): Promise<Answer> => {
  const page = readValue(listPage, value)
  if (!may(actor, listRights[page.list])) return { message: refusal(actor, 'work') }
  switch (page.list) {
    case 'projects':
      return lookUpProjects(deps, actor, page)
    case 'channel':
      return listChannelProjects(deps, actor, page.offset)
    case 'playbooks':
      return lookUpPlaybooks(deps, actor, page)
    case 'fields':
      return showFields(deps, actor, { by: 'uuid', uuid: page.query ?? '' }, page.offset)
    case 'help':
      return {
        message: help({ entries: helpEntries(undefined, (name) => mayRun(actor, name)) }),
        replace: true,
      }
    case 'subscriptions':
      return listSubscriptions(deps, actor, page.offset)
  }
}
