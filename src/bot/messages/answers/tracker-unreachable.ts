import { actions } from '../kit/ids.ts'
import { button, buttons, line, type Message, message, note } from '../kit/message.ts'

export interface TrackerUnreachableFacts {
  /** Also in the log. */
  reference: string
  /** The tracker's own id of the request, where it gave one. */
  requestId?: string | undefined
  /** The command as typed, for *Try again*. */
  run?: string | undefined
}

/** The tracker cannot be reached, or answers with errors: a look-up has no answer. */
export const trackerUnreachable = (facts: TrackerUnreachableFacts): Message =>
  message(
    line('The tracker does not answer, so there is nothing to show. Updates that are waiting are not lost.'),
    line('Try again in a minute. If it stays so, tell your admin the reference.'),
    note(
      `Reference: ${facts.reference}` +
        (facts.requestId === undefined ? '' : ` · request of the tracker: ${facts.requestId}`),
    ),
    facts.run !== undefined &&
      buttons(button({ action: actions.runAgain, text: 'Try again', value: facts.run })),
  )
