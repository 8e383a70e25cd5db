import type { App, RespondFn, SlackShortcut } from '@slack/bolt'
import type { z } from 'zod'
import { type Actor, isHere, may, refusal, type Right } from '../../audience/actor.ts'
import type { Background } from '../../deps/background.ts'
import type { BotDeps } from '../../deps/deps.ts'
import { staleButton } from '../../answers/messages/try-again.ts'
import { callbacks } from '../../kit/ids.ts'
import { attached, incoming } from '../../slack/incoming.ts'
import { type Answer, answerOrExplain } from '../../answers/answer.ts'
import { openCreateDialog } from '../../features/projects/open-create-dialog.ts'
import { openCommentShortcut } from '../../sync/replies/comment-on-task.ts'
import { openSyncDialog } from '../../sync/replies/sync-thread.ts'
import { actingIn } from './acting.ts'
import { depsIn, interactionSchema } from './route-event.ts'
import { respondOrTell, reply } from './reply.ts'

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
export const addShortcuts = (app: App, background: Background): void => {
  for (const [name, { type, right, on }] of Object.entries(shortcuts))
    app.shortcut({ callback_id: name, type }, async ({ ack, body, context, ...args }) => {
      await ack()
      const deps = depsIn(context)
      const { respond }: { respond?: RespondFn } = args
      background.run(async () => {
        const given = shortcutSchema.parse(body)
        const by = actingIn(context)
        const actor = await by()
        const answer = await answerOrExplain(
          deps,
          async () => (may(actor, right) ? on(deps, actor, given) : { message: refusal(actor, right) }),
          { by },
        )
        const at = { user: actor.user, channel: actor.place?.channel, triggerId: given.triggerId }
        if (answer && respond) await reply(respondOrTell(deps, respond, at), answer)
        else if (answer && 'message' in answer)
          await deps.slack.post({ channel: actor.user, ...answer.message })
      })
    })
}
