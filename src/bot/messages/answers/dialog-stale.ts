import type { ModalView } from '@slack/types'
import { command } from '../kit/ids.ts'
import { line, message } from '../kit/message.ts'

/** In the place of a dialog that carries nothing we can read any more. */
export const dialogStale = (): ModalView => ({
  type: 'modal',
  title: { type: 'plain_text', text: 'Out of date', emoji: false },
  close: { type: 'plain_text', text: 'Close', emoji: false },
  blocks: message(
    line('This dialog is of another version of the app. Nothing has happened.'),
    line(`Open it again, for example with ${command} help.`),
  ).blocks,
})
