import { setTimeout as pause } from 'node:timers/promises'
import type { ModalView } from '@slack/types'
import { line, message, type Message } from '../../messages/kit/message.ts'
import { notAllowed } from '../../messages/answers/not-here.ts'
import { settingsNotice } from '../../messages/channels/settings-dialog.ts'
import type { BotDeps } from '../../deps.ts'
import { SlackProblem } from '../../slack/problem.ts'
import { answerOrExplain } from './answer-or-explain.ts'
import { isStranger } from '../../access/is-stranger.ts'

/** Known only once the answer that opens it is through; `not_found` too when the person went back. */
const show = async (deps: BotDeps, externalId: string, view: ModalView): Promise<void> => {
  for (let attempt = 0; attempt < 10; attempt++) {
    try {
      return await deps.slack.updateView({ externalId }, view)
    } catch (error) {
      if (!(error instanceof SlackProblem) || error.code !== 'not_found') throw error
      await pause(200)
    }
  }
}

/** A button inside a dialog: a view on top of it opens at once, and says the answer when it is there. */
export const answerOnTop = async (
  deps: BotDeps,
  press: { channel: string; user: string; triggerId: string; team: string | undefined },
  work: (deps: BotDeps, channel: string) => Promise<Message>,
): Promise<void> => {
  const externalId = `notice-${deps.newUuid()}`
  const first = message(line('Asking the tracker. The answer comes here.'))
  await deps.slack.pushView(press.triggerId, settingsNotice(first, externalId))
  const answer = await answerOrExplain(deps, undefined, async () => {
    if (await isStranger(deps, press.team, press.user)) return { message: notAllowed() }
    return { message: await work(deps, press.channel) }
  })
  if (answer && 'message' in answer) await show(deps, externalId, settingsNotice(answer.message, externalId))
}
