import type { App } from '@slack/bolt'
import { z } from 'zod'
import type { BotDeps } from '../deps.ts'
import { inputs } from '../messages/kit/ids.ts'
import { filterInputs } from '../messages/channels/filters-dialog.ts'
import { type Choice, options } from '../messages/kit/options.ts'
import { formInputs } from '../messages/projects/project-form.ts'
import { readValue } from '../use-cases/answers/stale-value.ts'
import { within } from '../use-cases/answers/within.ts'
import { suggestActors, suggestAssignees, suggestModules } from '../use-cases/channels/suggest-for-filters.ts'
import { suggestEverybody } from '../use-cases/home/link-person.ts'
import {
  suggestAccounts,
  suggestPeople,
  suggestPlaybooks,
  suggestTasks,
} from '../use-cases/projects/suggest.ts'

const asked = z.looseObject({
  value: z.string().default(''),
  view: z.looseObject({ private_metadata: z.string().default('') }),
})
const inChannel = z.object({ channel: z.string() })

type Suggest = (deps: BotDeps, typed: string, metadata: string) => Promise<readonly Choice[]>

const { include, exclude } = filterInputs
export type MenuName =
  | (typeof inputs)['commentTask' | 'personWho']['action']
  | (typeof formInputs)['playbook' | 'account' | 'owner' | 'team' | 'customers']
  | (typeof filterInputs)['include' | 'exclude']['modules' | 'assignees' | 'people']

/** Every menu that is filled while a person types, by its action id, and what fills it. */
export const menus: Readonly<Record<MenuName, Suggest>> = {
  [inputs.commentTask.action]: async (deps, typed, metadata) =>
    suggestTasks(deps, readValue(inChannel, metadata).channel, typed),
  [formInputs.playbook]: suggestPlaybooks,
  [formInputs.account]: suggestAccounts,
  [formInputs.owner]: suggestPeople(false),
  [formInputs.team]: suggestPeople(false),
  [formInputs.customers]: suggestPeople(true),
  [inputs.personWho.action]: suggestEverybody,
  [include.modules]: suggestModules,
  [include.assignees]: suggestAssignees,
  [include.people]: suggestActors,
  [exclude.modules]: suggestModules,
  [exclude.assignees]: suggestAssignees,
  [exclude.people]: suggestActors,
}

/** Slack waits three seconds for entries, the way there and back among them. */
const patienceMs = 1_800

/** An empty menu is better than Slack's error under it: the person types on. */
export const addMenus = (app: App, deps: BotDeps): void => {
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
