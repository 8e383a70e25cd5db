import type { HelpEntry } from '../messages/answers/help.ts'
import { comment } from './comment.ts'
import { create } from './create.ts'
import { doctor } from './doctor.ts'
import { fields } from './fields.ts'
import { help } from './help.ts'
import { playbooks } from './playbooks.ts'
import { project } from './project.ts'
import { projects } from './projects.ts'
import { set } from './set.ts'
import { settings } from './settings.ts'
import { type Subcommand, type SubcommandName, subcommandNames } from './subcommand.ts'
import { status } from './status.ts'
import { subscribe } from './subscribe.ts'
import { subscriptions } from './subscriptions.ts'
import { task } from './task.ts'
import { unsubscribe } from './unsubscribe.ts'
import { why } from './why.ts'

/** Every subcommand of `/onboard`. A new one is a name in `subcommand.ts`, a file, and a row here. */
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
