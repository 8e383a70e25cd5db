import type { App, RespondFn, SlackShortcut } from '@slack/bolt'
import type { z } from 'zod'
import { isStranger } from '../access/is-stranger.ts'
import type { Background } from '../background.ts'
import type { BotDeps } from '../deps.ts'
import { notAllowed } from '../messages/answers/not-here.ts'
import { callbacks } from '../messages/kit/ids.ts'
import { attached, incoming } from '../slack/said.ts'
import type { Answer } from '../use-cases/answers/answer.ts'
import { answerOrExplain } from '../use-cases/answers/answer-or-explain.ts'
import { openCreateDialog } from '../use-cases/projects/open-create-dialog.ts'
import { openCommentShortcut } from '../use-cases/replies/open-comment-shortcut.ts'
import { reply } from './reply.ts'
import { acted, actorOf } from './shapes.ts'

const used = acted.extend({ message: incoming.nullish() }).transform(({ channel, message, ...body }) => ({
  ...actorOf(body),
  /** Of a shortcut on a message, as the next. */
  channel: channel?.id ?? '',
  message: {
    user: message?.bot_id ? undefined : (message?.user ?? undefined),
    text: message?.text ?? '',
    files: message ? attached({ ...message, attachments: [] }) : [],
  },
}))

interface Shortcut {
  type: SlackShortcut['type']
  /** Who may use it. */
  by: 'members'
  on: (deps: BotDeps, given: z.output<typeof used>) => Promise<Answer | undefined>
}

export type ShortcutName = (typeof callbacks)['commentShortcut' | 'createShortcut']

/** Every shortcut, and what it leads to. */
export const shortcuts: Readonly<Record<ShortcutName, Shortcut>> = {
  [callbacks.commentShortcut]: { type: 'message_action', by: 'members', on: openCommentShortcut },
  [callbacks.createShortcut]: {
    type: 'shortcut',
    by: 'members',
    on: (deps, given) => openCreateDialog(deps, { ...given, channel: undefined }),
  },
}

/** Acknowledged at once. One that was used nowhere in particular is answered where the person reads the app. */
export const addShortcuts = (app: App, deps: BotDeps, background: Background): void => {
  for (const [name, { type, on }] of Object.entries(shortcuts))
    app.shortcut({ callback_id: name, type }, async ({ ack, body, ...args }) => {
      await ack()
      const { respond }: { respond?: RespondFn } = args
      background.run(async () => {
        const given = used.parse(body)
        const answer = await answerOrExplain(deps, async () => {
          if (await isStranger(deps, given.team, given.user)) return { message: notAllowed() }
          return on(deps, given)
        })
        if (answer && respond) await reply(respond, answer)
        else if (answer && 'message' in answer)
          await deps.slack.post({ channel: given.user, ...answer.message })
      })
    })
}
