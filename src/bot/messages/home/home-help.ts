import type { ModalView } from '@slack/types'
import { help } from '../answers/help.ts'
import { modal } from '../kit/modal.ts'

/** A dialog, because a Home tab has no channel for an answer. */
export const homeHelp = (facts: Parameters<typeof help>[0]): ModalView =>
  modal({ title: 'Help' }, help(facts).blocks)
