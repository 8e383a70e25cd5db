import { setTimeout as pause } from 'node:timers/promises'
import type { ModalView } from '@slack/types'
import type { BotDeps } from '../deps/deps.ts'
import { SlackProblem } from '../slack/problem.ts'
import type { Press } from './answer.ts'

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
