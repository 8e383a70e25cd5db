import { actions, command } from '../../kit/ids.ts'
import { button, buttons } from '../../kit/buttons.ts'
import { message, type Message } from '../../kit/message.ts'
import type { ModalView } from '@slack/types'
import { notice } from '../../kit/form-elements.ts'

export const runAgain = (run: string | undefined, text = 'Try again') =>
  run !== undefined && buttons(button(actions.runAgain, text, { value: run }))

/** Slack opens a dialog only within three seconds of the press. */
export const dialogLate = ({ run }: { run?: string | undefined }): Message =>
  message(
    'The dialog took too long to open: Slack allows three seconds. Nothing was done.',
    run === undefined ? 'Press once more.' : 'Try again.',
    runAgain(run),
  )

/** Slack opens a dialog only after a press or a slash command, not after a mention. */
export const pressForDialog = ({ run }: { run: string }): Message =>
  message('Slack only opens dialogs from a button. Here it is:', runAgain(run, 'Open dialog'))

export const staleButton = (): Message =>
  message(
    'That button no longer works: what it belongs to has changed.',
    `Try again from the start, for example with ${command} projects.`,
  )

/** Replaces a dialog whose metadata this version cannot read. */
export const dialogStale = (): ModalView =>
  notice(
    { title: 'Out of date' },
    message(
      'The app was updated since this dialog was opened. Nothing was saved.',
      `Open it again. ${command} help shows how.`,
    ),
  )
