import { actions } from '../kit/ids.ts'
import { button, buttons, line, type Message, message } from '../kit/message.ts'

export interface DialogLateFacts {
  /** The command as typed, for *Try again*; undefined when it was a button or shortcut. */
  run?: string | undefined
}

/** Slack lets a dialog open within three seconds of the press, and this one came later. */
export const dialogLate = ({ run }: DialogLateFacts): Message =>
  message(
    line('The dialog came too late: Slack opens one only within three seconds. Nothing has happened.'),
    line(run === undefined ? 'Press once more.' : 'Try again.'),
    run !== undefined && buttons(button({ action: actions.runAgain, text: 'Try again', value: run })),
  )
