import type { RespondFn, SlackShortcut } from '@slack/bolt'
import { z } from 'zod'
import { hideSecrets, type Log } from '../../log.ts'
import type { BotDeps } from '../deps/deps.ts'
import { type Actor, isHere, may, type Right } from '../audience/actor.ts'
import { callbacks, inputs } from '../kit/ids.ts'
import { attached, incomingSchema, optionalText } from '../slack/incoming.ts'
import type { Answer } from '../answers/answer.ts'
import { staleButton } from '../answers/messages/try-again.ts'
import { openCreateDialog } from '../features/projects/open-create-dialog.ts'
import { openCommentShortcut } from '../sync/replies/comment-on-task.ts'
import { openSyncDialog } from '../sync/replies/sync-thread.ts'
import { buttons } from './buttons.ts'
import { addDialogs } from './dialogs.ts'
import { actorIn, addCommand, answerTo, reply } from './acting.ts'
import type { Doors } from './route-event.ts'
import type { Background } from '../deps/background.ts'
import { addEvents } from './slack-events.ts'
import { addButtons, interactionSchema } from './press.ts'
import { settingsInputs } from '../features/channels/messages/settings-dialog.ts'
import { type Choice, options } from '../kit/form-elements.ts'
import { formInputs } from '../features/projects/messages/project-form.ts'
import { within } from '../kit/time.ts'
import { suggestProjects } from '../features/channels/commands.ts'
import { suggestEverybody } from '../features/home/link-person.ts'
import {
  suggestAccounts,
  suggestCustomers,
  suggestModules,
  suggestPlaybooks,
  suggestTasks,
  suggestTeam,
} from '../features/projects/suggest.ts'

const shortcutSchema = interactionSchema
  .extend({ message: incomingSchema.nullish() })
  .transform(({ message, trigger_id: triggerId }) => ({
    triggerId,
    ts: message?.ts,
    threadTs: message?.thread_ts,
    message: {
      user: message?.bot_id ? undefined : message?.user,
      text: message?.text ?? '',
      files: message ? attached({ ...message, attachments: [] }) : [],
    },
  }))

interface Shortcut {
  type: SlackShortcut['type']
  right: Right
  on: (deps: BotDeps, actor: Actor, given: z.output<typeof shortcutSchema>) => Promise<Answer | undefined>
}

export type ShortcutName = (typeof callbacks)['commentShortcut' | 'createShortcut' | 'syncShortcut']

export const shortcuts: Readonly<Record<ShortcutName, Shortcut>> = {
  [callbacks.commentShortcut]: {
    type: 'message_action',
    right: 'work',
    on: async (deps, actor, given) =>
      isHere(actor) ? openCommentShortcut(deps, actor, given) : { message: staleButton() },
  },
  [callbacks.syncShortcut]: {
    type: 'message_action',
    right: 'work',
    on: async (deps, actor, { triggerId, ts, threadTs }) =>
      isHere(actor) && ts !== undefined
        ? openSyncDialog(deps, actor, { triggerId, ts, threadTs })
        : { message: staleButton() },
  },
  [callbacks.createShortcut]: {
    type: 'shortcut',
    right: 'work',
    on: (deps, actor, { triggerId }) => openCreateDialog(deps, actor, triggerId),
  },
}

/** Acknowledges at once. A shortcut outside a channel gets its answer in a direct message. */
const addShortcuts = (app: Doors, background: Background): void => {
  const rows = new Map(Object.entries(shortcuts))
  app.shortcut(/./, async ({ ack, body, context: { deps }, ...args }) => {
    const shortcut = rows.get(body.callback_id)
    if (shortcut?.type !== body.type) return
    await ack()
    const respond = args.respond as RespondFn | undefined
    const answerShortcut = async () => {
      const given = shortcutSchema.parse(body)
      const work = (actor: Actor) => shortcut.on(deps, actor, given)
      const wish = { right: shortcut.right, did: body.callback_id }
      const { actor, answer } = await answerTo(deps, actorIn(deps, body), wish, work)
      const { user, place } = actor
      const at = { user, channel: place?.channel, triggerId: given.triggerId }
      if (answer && respond) await reply({ deps, respond, ...at }, answer)
      else if (answer && 'message' in answer) await deps.slack.post({ channel: user, ...answer.message })
    }
    background.add(answerShortcut())
  })
}

const suggestionSchema = z.looseObject({
  value: z.string().default(''),
  view: z.looseObject({ private_metadata: optionalText }).nullish(),
})

interface Menu {
  right: Right
  /** `metadata`: the dialog's. */
  suggest: (deps: BotDeps, actor: Actor, typed: string, metadata: string) => Promise<readonly Choice[]>
}

const forTeam = (suggest: Menu['suggest']): Menu => ({ right: 'work', suggest })

export type MenuName =
  | (typeof inputs)['commentTask' | 'personWho' | 'subscribeTo']
  | (typeof formInputs)['playbook' | 'account' | 'owner' | 'team' | 'customers']
  | (typeof settingsInputs)['modules']

/** By action id. */
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
const addMenus = (app: Doors): void => {
  const rows = new Map(Object.entries(menus))
  app.options(/./, async ({ ack, options: { action_id: name }, body, context }) => {
    const { deps } = context
    const menu = rows.get(name)
    if (!menu) return
    const { value = '', view } = suggestionSchema.safeParse(body).data ?? {}
    const fill = async () => {
      const actor = await actorIn(deps, body)
      return may(actor, menu.right) ? menu.suggest(deps, actor, value, view?.private_metadata ?? '') : []
    }
    const choices = await within(patienceMs, fill())
    if (!choices) deps.log.warn({ menu: name }, 'a menu could not be filled')
    await ack({ options: options(choices ?? []) })
  })
}

/** One listener for each kind of payload finds the row by name. Bolt would ask a listener for each row in turn. */
export const addListeners = (app: Doors, background: Background, log: Log): void => {
  addEvents(app, background)
  addCommand(app, background)
  addButtons(app, background, buttons)
  addDialogs(app, background)
  addMenus(app)
  addShortcuts(app, background)
  app.error((error) => {
    log.error({ code: error.code, reason: hideSecrets(error.message) }, 'a listener failed')
    // Rethrown, so that Slack gets a 500 and repeats the event.
    return Promise.reject(error)
  })
}
