import { setTimeout as pause } from 'node:timers/promises'
import type { ModalView } from '@slack/types'
import { settingsNotice } from '../features/channels/messages/settings-dialog.ts'
import { createNotice } from '../features/projects/messages/project-made.ts'
import { line, message } from '../kit/message.ts'
import type { BotDeps } from '../deps/deps.ts'
import { SlackProblem } from '../slack/problem.ts'
import type { Answer, Press } from './answer.ts'
import { answerOrExplain, explained } from './answer-or-explain.ts'
import { within } from '../kit/within.ts'

/** Slack waits three seconds. A view that is ready in this time opens at once. */
export const viewPatienceMs = 1_500

/** Opens a view, or pushes it if the press was in a dialog. */
export const showView = async (
  { slack }: Pick<BotDeps, 'slack'>,
  { triggerId, onTop = false }: Pick<Press, 'triggerId' | 'onTop'>,
  view: ModalView,
): Promise<void> => {
  if (onTop) await slack.pushView(triggerId, view)
  else await slack.openView(triggerId, view)
}

/** Returns false if the view is closed or not open yet. */
export const updateView = async (
  { slack }: Pick<BotDeps, 'slack'>,
  viewId: string | { externalId: string },
  view: ModalView,
): Promise<boolean> => {
  try {
    await slack.updateView(viewId, view)
    return true
  } catch (error) {
    if (error instanceof SlackProblem && error.code === 'not_found') return false
    throw error
  }
}

/** Slack learns the view's id from our answer, which may still be on its way. Tries for three seconds. */
export const updateOnceOpen = async (deps: BotDeps, externalId: string, view: ModalView): Promise<void> => {
  for (let attempt = 0; attempt < 15; attempt++) {
    if (await updateView(deps, { externalId }, view)) return
    await pause(200)
  }
}

export const noticeView = (words: string, externalId?: string): ModalView =>
  createNotice(message(line(words)), externalId)

export const viewOrNotice = async (
  deps: BotDeps,
  find: () => Promise<ModalView>,
  externalId?: string,
): Promise<ModalView> => {
  try {
    return await find()
  } catch (error) {
    return createNotice(explained(deps, error), externalId)
  }
}

/** A view to open on top of a dialog, and work to do after Slack got its answer. */
export interface ShownView {
  shown: ModalView
  later?: () => Promise<void>
}

/** Shows the view, or a waiting notice that the view or an error replaces. */
export const showInTime = async (
  deps: BotDeps,
  externalId: string,
  meanwhile: string,
  find: () => Promise<ModalView>,
): Promise<ShownView> => {
  const finding = viewOrNotice(deps, find, externalId)
  const ready = await within(viewPatienceMs, finding)
  if (ready) return { shown: ready }
  return {
    shown: noticeView(meanwhile, externalId),
    later: async () => updateOnceOpen(deps, externalId, await finding),
  }
}

/** For a button in the settings: opens a waiting view on top and fills it later. */
export const answerOnTop = async (
  deps: BotDeps,
  triggerId: string,
  work: () => Promise<Answer | undefined>,
): Promise<void> => {
  const externalId = `notice-${deps.newUuid()}`
  const first = message(line('Asking the tracker. The answer will appear here.'))
  await deps.slack.pushView(triggerId, settingsNotice(first, externalId))
  const answer = await answerOrExplain(deps, work)
  if (answer && 'message' in answer)
    await updateOnceOpen(deps, externalId, settingsNotice(answer.message, externalId))
}
