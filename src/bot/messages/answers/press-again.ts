import { actions, command } from '../kit/ids.ts'
import { button, buttons } from '../kit/buttons.ts'
import { message, type Message } from '../kit/message.ts'

/** A button that runs a command as it was typed; nothing where none was typed. */
export const runAgain = (run: string | undefined, text = 'Try again') =>
  run !== undefined && buttons(button(actions.runAgain, text, { value: run }))

/** Slack lets a dialog open within three seconds of the press, and this one came later. */
export const dialogLate = ({ run }: { run?: string | undefined }): Message =>
  message(
    'The dialog came too late: Slack opens one only within three seconds. Nothing has happened.',
    run === undefined ? 'Press once more.' : 'Try again.',
    runAgain(run),
  )

/** A mention asked for a dialog; Slack opens one on a press or a command alone. */
export const pressForDialog = ({ run }: { run: string }): Message =>
  message(
    'That opens a dialog, which Slack shows on a press: here is the button.',
    runAgain(run, 'Open dialog'),
  )

/** The button belongs to something that has changed or is gone. */
export const staleButton = (): Message =>
  message(
    'That button no longer leads anywhere: what it belongs to has changed since.',
    `Ask again, for example with ${command} projects.`,
  )
