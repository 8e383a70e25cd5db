import { actions, command } from '../kit/ids.ts'
import { button, buttons } from '../kit/buttons.ts'
import { message, type Message } from '../kit/message.ts'

export const runAgain = (run: string | undefined, text = 'Try again') =>
  run !== undefined && buttons(button(actions.runAgain, text, { value: run }))

/** Slack opens a dialog only within three seconds of the press. */
export const dialogLate = ({ run }: { run?: string | undefined }): Message =>
  message(
    'The dialog came too late: Slack opens one only within three seconds. Nothing has happened.',
    run === undefined ? 'Press once more.' : 'Try again.',
    runAgain(run),
  )

/** Slack opens a dialog only after a press or a slash command, not after a mention. */
export const pressForDialog = ({ run }: { run: string }): Message =>
  message(
    'That opens a dialog, which Slack shows on a press: here is the button.',
    runAgain(run, 'Open dialog'),
  )

export const staleButton = (): Message =>
  message(
    'That button no longer leads anywhere: what it belongs to has changed since.',
    `Ask again, for example with ${command} projects.`,
  )
