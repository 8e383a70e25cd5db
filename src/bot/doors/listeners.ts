import type { RespondFn, SlackShortcut } from '@slack/bolt'
import { z } from 'zod'
import { hideSecrets, type Log } from '../../log.ts'
import type { BotDeps } from '../deps/deps.ts'
import { type Actor, isHere, may, type Right } from '../audience/actor.ts'
import { callbacks, inputs } from '../kit/ids.ts'
import { attached, incoming, optionalText } from '../slack/incoming.ts'
import type { Answer } from '../answers/answer.ts'
import { staleButton } from '../answers/messages/try-again.ts'
import { openCreateDialog } from '../features/projects/open-create-dialog.ts'
import { openCommentShortcut } from '../sync/replies/comment-on-task.ts'
import { openSyncDialog } from '../sync/replies/sync-thread.ts'
import { buttons } from './buttons.ts'
import { addDialogs } from './dialogs.ts'
import { addCommand, answerTo, type Background, type Doors, interactionSchema, reply } from './acting.ts'
import { addEvents } from './route-event.ts'
import { addButtons } from './press.ts'
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
  .extend({ message: incoming.nullish() })
  .transform(({ message, trigger_id: triggerId }) => ({
    triggerId,
    ts: message?.ts,
    threadTs: message?.thread_ts ?? undefined,
    message: {
      user: message?.bot_id ? undefined : (message?.user ?? undefined),
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
  for (const [name, { type, right, on }] of Object.entries(shortcuts))
    app.shortcut({ callback_id: name, type }, async ({ ack, body, context: { deps, acting }, ...args }) => {
      await ack()
      const respond = args.respond as RespondFn | undefined
      const say = async () => {
        const given = shortcutSchema.parse(body)
        const { actor, answer } = await answerTo(deps, acting, right, (by) => on(deps, by, given))
        const { user, place } = actor
        const at = { user, channel: place?.channel, triggerId: given.triggerId }
        if (answer && respond) await reply({ deps, respond, ...at }, answer)
        else if (answer && 'message' in answer) await deps.slack.post({ channel: user, ...answer.message })
      }
      background.add(say())
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
  for (const [action, { right, suggest }] of Object.entries(menus)) {
    app.options<'block_suggestion'>(
      { action_id: action },
      async ({ ack, body, context: { deps, acting } }) => {
        const { value = '', view } = suggestionSchema.safeParse(body).data ?? {}
        const fill = async () => {
          const actor = await acting()
          return may(actor, right) ? suggest(deps, actor, value, view?.private_metadata ?? '') : []
        }
        const choices = await within(patienceMs, fill())
        if (!choices) deps.log.warn({ menu: action }, 'a menu could not be filled')
        await ack({ options: options(choices ?? []) })
      },
    )
  }
}

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
