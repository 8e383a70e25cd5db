import { type Message, message, note } from '../kit/message.ts'
import { runAgain } from './press-again.ts'

/** Shown after about two seconds. The answer replaces it. */
export const trackerSlow = (): Message =>
  message('Still working: the tracker is taking its time. The answer comes here.')

/** Shown for look-ups at the tracker's limit per minute. Comments wait instead. */
export const rateLimited = ({ run }: { run?: string | undefined }): Message =>
  message('The tracker takes no more requests this minute. Try again in about a minute.', runAgain(run))

/** Only an admin can fix this. */
export const trackerUnauthorized = ({ reference }: { reference: string }): Message =>
  message(
    'The tracker does not accept the app’s API key: it is unknown or deactivated. What is waiting is kept.',
    'Ask a Vendor Admin for a working key (settings page of the tracker), and whoever runs the app to set it.',
    note(`Reference: ${reference}`),
  )

interface TrackerUnreachableFacts {
  /** Also in the log. */
  reference: string
  requestId?: string | undefined
  run?: string | undefined
}

export const trackerUnreachable = ({ reference, requestId, run }: TrackerUnreachableFacts): Message =>
  message(
    'The tracker does not answer, so there is nothing to show. Updates that are waiting are not lost.',
    'Try again in a minute. If it stays so, tell your admin the reference.',
    note(
      requestId === undefined
        ? `Reference: ${reference}`
        : `Reference: ${reference} · request of the tracker: ${requestId}`,
    ),
    runAgain(run),
  )

/** For any other error in the tracker or the bot. The log has it under the reference. */
export const unexpected = ({ reference }: { reference: string }): Message =>
  message(
    'Something went wrong in the app, and what you asked for may not have happened.',
    'Try again. If it happens once more, tell your admin the reference.',
    note(`Reference: ${reference}`),
  )
