import type { ModalView } from '@slack/types'
import { createNotice } from './messages/project-made.ts'
import { line, message } from '../../kit/message.ts'
import type { BotDeps } from '../../deps/deps.ts'
import { explained } from '../../answers/answer.ts'
import { within } from '../../kit/within.ts'
import { viewPatienceMs, updateOnceOpen } from '../../answers/views.ts'

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
