import type { ModalView } from '@slack/types'
import { command } from '../kit/ids.ts'
import { message } from '../kit/message.ts'
import { notice } from '../kit/modal.ts'

/** In the place of a dialog that carries nothing we can read any more. */
export const dialogStale = (): ModalView =>
  notice(
    { title: 'Out of date' },
    message(
      'This dialog is of another version of the app. Nothing has happened.',
      `Open it again, for example with ${command} help.`,
    ),
  )
