import { type CommandInput, isMention } from '../../answers/commands/subcommand.ts'
import { helpEntries, mayRun, parseCommand, rightsOf, rowOf } from './subcommands.ts'
import { help } from '../../answers/messages/help.ts'
import { listPage, type ListPage } from '../../kit/ids.ts'
import { pressForDialog, staleButton } from '../../answers/messages/press-again.ts'
import type { BotDeps } from '../../deps/deps.ts'
import { type Acting, type Here, isHere } from '../../audience/actor.ts'
import { may, refusal, type Right } from '../../audience/may.ts'
import type { Answer } from '../../answers/answer.ts'
import { within } from '../../kit/within.ts'
import { commandComment } from '../../sync/replies/commands.ts'
import { answerStored, storeAhead } from '../../sync/replies/comment-on-task.ts'
import { listSubscriptions } from '../../features/channels/list-subscriptions.ts'
import {
  listChannelProjects,
  lookUpPlaybooks,
  lookUpProjects,
  showFields,
} from '../../features/projects/look-ups.ts'
import { readValue } from '../../kit/stale-value.ts'

export const runCommand = async (
  deps: BotDeps,
  actor: Here,
  input: CommandInput,
): Promise<Answer | undefined> => {
  if (!may(actor, 'ask here')) return { message: refusal(actor, 'ask here') }
  const parsed = parseCommand(input.text)
  if (!parsed.ok) return { message: parsed.refusal }
  if (!mayRun(actor, parsed.name)) return { message: refusal(actor, 'work') }
  const row = rowOf(parsed.name)
  if (row.opensDialog && isMention(input)) return { message: pressForDialog({ run: input.text }) }
  // `parsed` is what this row's own parser made.
  return row.run(deps, actor, parsed, input)
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
  const comment = await commandComment(deps, actor, parsed, input)
  return comment && (await storeAhead(deps, actor, comment)) ? () => answerStored(deps, actor, comment) : run
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
