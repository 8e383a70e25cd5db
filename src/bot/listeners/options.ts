import type { App } from '@slack/bolt'
import { z } from 'zod'
import type { BotDeps } from '../deps.ts'
import { inputs } from '../messages/kit/ids.ts'
import { filterInputs } from '../messages/channels/filters-dialog.ts'
import { type Choice, options } from '../messages/kit/options.ts'
import { formInputs } from '../messages/projects/project-form.ts'
import { within } from '../use-cases/answers/within.ts'
import {
  suggestAccounts,
  suggestPeople,
  suggestPlaybooks,
} from '../use-cases/projects/suggest-for-project.ts'
import { suggestActors, suggestAssignees, suggestModules } from '../use-cases/channels/suggest-for-filters.ts'
import { suggestEverybody } from '../use-cases/home/link-person.ts'
import { readValue } from '../use-cases/answers/stale-value.ts'
import { suggestTasks } from '../use-cases/projects/suggest-tasks.ts'

const asked = z.looseObject({
  value: z.string().default(''),
  view: z.looseObject({ private_metadata: z.string().default('') }),
})

const inChannel = z.object({ channel: z.string() })

type Suggest = (deps: BotDeps, typed: string, metadata: string) => Promise<readonly Choice[]>

/** Every menu that is filled while a person types, and what fills it. */
const menus: Readonly<Record<string, Suggest>> = {
  [inputs.commentTask.action]: async (deps, typed, metadata) =>
    suggestTasks(deps, readValue(inChannel, metadata).channel, typed),
  [formInputs.playbook]: suggestPlaybooks,
  [formInputs.account]: suggestAccounts,
  [formInputs.owner]: suggestPeople(false),
  [formInputs.team]: suggestPeople(false),
  [formInputs.customers]: suggestPeople(true),
  [inputs.personWho.action]: suggestEverybody,
  [filterInputs.include.modules]: suggestModules,
  [filterInputs.include.assignees]: suggestAssignees,
  [filterInputs.include.people]: suggestActors,
  [filterInputs.exclude.modules]: suggestModules,
  [filterInputs.exclude.assignees]: suggestAssignees,
  [filterInputs.exclude.people]: suggestActors,
}

/** Slack waits three seconds for entries, the way there and back among them. */
const patienceMs = 1_800

/** Menus. An empty one is better than Slack's error under it: the person types on. */
export const addOptionListeners = (app: App, deps: BotDeps): void => {
  for (const [action, suggest] of Object.entries(menus)) {
    app.options<'block_suggestion'>({ action_id: action }, async ({ ack, body }) => {
      const read = asked.safeParse(body).data
      const choices =
        read && (await within(patienceMs, suggest(deps, read.value, read.view.private_metadata)))
      if (!choices) deps.log.warn({ menu: action }, 'a menu could not be filled')
      await ack({ options: options(choices ?? []) })
    })
  }
}
