import type { ModalView } from '@slack/types'
import { command } from '../kit/ids.ts'
import { message } from '../kit/message.ts'
import { notice } from '../kit/modal.ts'

/** Replaces a dialog whose metadata this version cannot read. */
export const dialogStale = (): ModalView =>
  notice(
    { title: 'Out of date' },
    message(
      'The app was updated since this dialog was opened. Nothing was saved.',
      `Open it again. ${command} help shows how.`,
    ),
  )
