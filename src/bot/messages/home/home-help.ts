import type { ModalView } from '@slack/types'
import { help } from '../answers/help.ts'
import { modal } from '../kit/modal.ts'

/** A dialog, because the Home tab has no channel to answer in. */
export const homeHelp = (facts: Parameters<typeof help>[0]): ModalView =>
  modal({ title: 'Help' }, help(facts).blocks)
