import type { App, GlobalShortcut, MessageShortcut } from '@slack/bolt'
import { z } from 'zod'
import type { Background } from '../background.ts'
import type { BotDeps } from '../deps.ts'
import { callbacks } from '../messages/kit/ids.ts'
import { notAllowed } from '../messages/answers/not-here.ts'
import { answerOrExplain } from '../use-cases/answers/answer-or-explain.ts'
import { openCommentShortcut } from '../use-cases/replies/open-comment-shortcut.ts'
import { openCreateDialog } from '../use-cases/projects/open-create-dialog.ts'
import { isStranger } from '../access/is-stranger.ts'
import { reply } from './reply.ts'

const file = z.looseObject({
  name: z.string().nullish(),
  title: z.string().nullish(),
  permalink: z.string().nullish(),
})
const message = z.looseObject({
  user: z.string().optional(),
  bot_id: z.string().nullish(),
  text: z.string().nullish(),
  files: z.array(file).nullish(),
})

const used = (body: MessageShortcut) => {
  const { user, bot_id: bot, text, files } = message.parse(body.message)
  return {
    channel: body.channel.id,
    user: body.user.id,
    team: body.user.team_id ?? body.team?.id,
    triggerId: body.trigger_id,
    message: {
      user: bot ? undefined : user,
      text: text ?? '',
      files: (files ?? []).map(({ name, title, permalink }) => ({
        name: name ?? title ?? 'file',
        permalink: permalink ?? undefined,
      })),
    },
  }
}

/** Shortcuts: acknowledged at once. */
export const addShortcutListeners = (app: App, deps: BotDeps, background: Background): void => {
  app.shortcut<MessageShortcut>(
    { callback_id: callbacks.commentShortcut, type: 'message_action' },
    async ({ ack, body, respond }) => {
      await ack()
      background.run(async () => {
        const answer = await answerOrExplain(deps, undefined, () => openCommentShortcut(deps, used(body)))
        if (answer) await reply(respond, answer)
      })
    },
  )
  app.shortcut<GlobalShortcut>(
    { callback_id: callbacks.createShortcut, type: 'shortcut' },
    async ({ ack, body }) => {
      await ack()
      const { id: user, team_id: team } = body.user
      background.run(async () => {
        const answer = await answerOrExplain(deps, undefined, async () => {
          if (await isStranger(deps, team ?? body.team?.id, user)) return { message: notAllowed() }
          return openCreateDialog(deps, { user, channel: undefined, triggerId: body.trigger_id })
        })
        // Used nowhere in particular, so the answer goes where the person reads the app.
        if (answer && 'message' in answer) await deps.slack.post({ channel: user, ...answer.message })
      })
    },
  )
}
