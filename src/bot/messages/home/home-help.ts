import type { ModalView } from '@slack/types'
import { help, type HelpFacts } from '../answers/help.ts'

/** *Help* on the Home tab: a dialog, since a Home tab has no channel to answer in. */
export const homeHelp = (facts: HelpFacts): ModalView => ({
  type: 'modal',
  title: { type: 'plain_text', text: 'Help', emoji: false },
  close: { type: 'plain_text', text: 'Close', emoji: false },
  blocks: help(facts).blocks,
})
