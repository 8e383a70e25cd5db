import type { HelpEntry } from '../messages/answers/help.ts'
import { help } from './answers.ts'
import { settings, subscribe, subscriptions, unsubscribe } from './channels.ts'
import { create, fields, playbooks, project, projects, set, task } from './projects.ts'
import { comment } from './replies.ts'
import { type Subcommand, type SubcommandName, subcommandNames } from './subcommand.ts'
import { doctor, status, why } from './upkeep.ts'

/** Every subcommand of `/onboard`. A new one is a name in `subcommand.ts`, an entry in its room, and a row here. */
export const subcommands = {
  help,
  projects,
  project,
  create,
  playbooks,
  task,
  comment,
  fields,
  set,
  subscribe,
  unsubscribe,
  subscriptions,
  settings,
  status,
  doctor,
  why,
} as const satisfies Record<SubcommandName, Subcommand<object>>

/** What the help message is given: all rows, or one. */
export const helpEntries = (topic?: SubcommandName): readonly HelpEntry[] =>
  topic === undefined ? subcommandNames.map((name) => subcommands[name]) : [subcommands[topic]]
