import type { App, RespondFn, SlackShortcut } from '@slack/bolt'
import { z } from 'zod'
import { isStranger } from '../access/is-stranger.ts'
import type { Background } from '../background.ts'
import type { BotDeps } from '../deps.ts'
import { notAllowed } from '../messages/answers/not-allowed.ts'
import { callbacks } from '../messages/kit/ids.ts'
import type { Answer } from '../use-cases/answers/answer.ts'
import { answerOrExplain } from '../use-cases/answers/answer-or-explain.ts'
import { openCreateDialog } from '../use-cases/projects/open-create-dialog.ts'
import { openCommentShortcut } from '../use-cases/replies/open-comment-shortcut.ts'
import { reply } from './reply.ts'

const maybe = z.string().nullish()
const one = z.looseObject({ id: z.string() })
const file = z
  .looseObject({ name: maybe, title: maybe, permalink: maybe })
  .transform(({ name, title, permalink }) => ({
    name: name ?? title ?? 'file',
    permalink: permalink ?? undefined,
  }))
const message = z
  .looseObject({ user: z.string().optional(), bot_id: maybe, text: maybe, files: z.array(file).nullish() })
  .transform(({ user, bot_id: bot, text, files }) => ({
    user: bot ? undefined : user,
    text: text ?? '',
    files: files ?? [],
  }))

const used = z
  .looseObject({
    trigger_id: z.string(),
    user: one.extend({ team_id: maybe }),
    team: one.nullish(),
    channel: one.nullish(),
    message: message.nullish(),
  })
  .transform(({ trigger_id: triggerId, user, team, channel, message: on }) => ({
    triggerId,
    user: user.id,
    team: user.team_id ?? team?.id,
    /** Of a shortcut on a message. */
    channel: channel?.id ?? '',
    message: on ?? { user: undefined, text: '', files: [] },
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
