import { setTimeout as pause } from 'node:timers/promises'
import type { ModalView } from '@slack/types'
import { createNotice } from '../../messages/projects/create-notice.ts'
import { line, message, type Message } from '../../messages/kit/message.ts'
import type { BotDeps } from '../../deps.ts'
import { SlackProblem } from '../../slack/problem.ts'
import { answerOrExplain } from './answer-or-explain.ts'
import { within } from './within.ts'

/** Slack waits three seconds for what to show; a view that is ready sooner is shown without a detour. */
const patienceMs = 1_500

/** What to push on top of a dialog, and what is to be done after that was acknowledged. */
export interface Shown {
  shown: ModalView
  later?: () => Promise<void>
}

/** Only words, in the place of a view. */
export const notice = (words: string, externalId: string): ModalView =>
  createNotice(message(line(words)), externalId)

/**
 * The view may not be known under its id yet: the answer that opens it is on its way. Slack then says
 * `not_found`, as it does when the person went back, so it is tried for three seconds and then let be.
 */
const showLater = async (deps: BotDeps, externalId: string, view: ModalView): Promise<void> => {
  for (let attempt = 0; attempt < 15; attempt++) {
    try {
      return await deps.slack.updateView({ externalId }, view)
    } catch (error) {
      if (!(error instanceof SlackProblem) || error.code !== 'not_found') throw error
      await pause(200)
    }
  }
}

/** The view that asks the tracker first, or meanwhile what it is waiting for; trouble is said in its place. */
export const showInTime = async (
  deps: BotDeps,
  externalId: string,
  meanwhile: string,
  find: () => Promise<ModalView>,
): Promise<Shown> => {
  const finding = (async (): Promise<ModalView> => {
    let view: ModalView | undefined
    const trouble = await answerOrExplain(deps, undefined, async () => {
      view = await find()
      return undefined
    })
    const said: Pick<Message, 'blocks'> | undefined =
      trouble && 'message' in trouble ? trouble.message : undefined
    return said ? createNotice(said, externalId) : (view ?? notice(meanwhile, externalId))
  })()
  const ready = await within(patienceMs, finding)
  if (ready) return { shown: ready }
  return {
    shown: notice(meanwhile, externalId),
    later: async () => showLater(deps, externalId, await finding),
  }
}
