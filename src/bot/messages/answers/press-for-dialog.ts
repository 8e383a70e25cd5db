import { actions } from '../kit/ids.ts'
import { button, buttons, line, type Message, message } from '../kit/message.ts'

export interface PressForDialogFacts {
  /** The command to run on the press, such as `create`. */
  run: string
}

/** A mention asked for a dialog; Slack opens one on a press or a command alone. */
export const pressForDialog = ({ run }: PressForDialogFacts): Message =>
  message(
    line('That opens a dialog, which Slack shows on a press: here is the button.'),
    buttons(button({ action: actions.runAgain, text: 'Open dialog', value: run })),
  )
