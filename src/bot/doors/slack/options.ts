import type { App } from '@slack/bolt'
import { z } from 'zod'
import { type Actor, may, type Right } from '../../audience/actor.ts'
import type { BotDeps } from '../../deps/deps.ts'
import { inputs } from '../../kit/ids.ts'
import { settingsInputs } from '../../features/channels/messages/settings-dialog.ts'
import { type Choice, options } from '../../kit/form-elements.ts'
import { formInputs } from '../../features/projects/messages/project-form.ts'
import { within } from '../../kit/time.ts'
import { suggestProjects } from '../../features/channels/commands.ts'
import { suggestEverybody } from '../../features/home/link-person.ts'
import { actingIn } from './acting.ts'
import { depsIn, optionalText } from './route-event.ts'
import {
  suggestAccounts,
  suggestCustomers,
  suggestModules,
  suggestPlaybooks,
  suggestTasks,
  suggestTeam,
} from '../../features/projects/suggest.ts'

const suggestionSchema = z.looseObject({
  value: z.string().default(''),
  view: z.looseObject({ private_metadata: optionalText }).nullish(),
})

interface Menu {
  right: Right
  /** `metadata`: that of the dialog. */
  suggest: (deps: BotDeps, actor: Actor, typed: string, metadata: string) => Promise<readonly Choice[]>
}

const forTeam = (suggest: Menu['suggest']): Menu => ({ right: 'work', suggest })

export type MenuName =
  | (typeof inputs)['commentTask' | 'personWho' | 'subscribeTo']
  | (typeof formInputs)['playbook' | 'account' | 'owner' | 'team' | 'customers']
  | (typeof settingsInputs)['modules']

/** Every menu with suggestions, by action id, with the right that it requires. */
export const menus: Readonly<Record<MenuName, Menu>> = {
  [inputs.commentTask]: forTeam(suggestTasks),
  [inputs.subscribeTo]: forTeam(suggestProjects),
  [formInputs.playbook]: forTeam(suggestPlaybooks),
  [formInputs.account]: forTeam(suggestAccounts),
  [formInputs.owner]: forTeam(suggestTeam),
  [formInputs.team]: forTeam(suggestTeam),
  [formInputs.customers]: forTeam(suggestCustomers),
  [inputs.personWho]: { right: 'administer', suggest: suggestEverybody },
  [settingsInputs.modules]: forTeam(suggestModules),
}

/** Slack waits three seconds, including network time. */
const patienceMs = 1_800

/** Returns an empty menu on failure. With an error, the person could not type any further. */
export const addMenus = (app: App): void => {
  for (const [action, { right, suggest }] of Object.entries(menus)) {
    app.options<'block_suggestion'>({ action_id: action }, async ({ ack, body, context }) => {
      const deps = depsIn(context)
      const { value = '', view } = suggestionSchema.safeParse(body).data ?? {}
      const fill = async () => {
        const actor = await actingIn(context)()
        return may(actor, right) ? suggest(deps, actor, value, view?.private_metadata ?? '') : []
      }
      const choices = await within(patienceMs, fill())
      if (!choices) deps.log.warn({ menu: action }, 'a menu could not be filled')
      await ack({ options: options(choices ?? []) })
    })
  }
}
