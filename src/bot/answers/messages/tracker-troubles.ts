import { type Message, message, note } from '../../kit/message.ts'
import { runAgain } from './press-again.ts'

/** Shown after about two seconds. The answer replaces it. */
export const trackerSlow = (): Message =>
  message('The tracker is taking longer than usual. The answer will appear here.')

/** Shown for look-ups at the tracker's limit per minute. Comments wait instead. */
export const rateLimited = ({ run }: { run?: string | undefined }): Message =>
  message('The tracker is limiting requests right now. Try again in about a minute.', runAgain(run))

/** Only an admin can fix this. `onHome`: the key is set on the Home tab, not in the environment. */
export const trackerUnauthorized = ({ reference, onHome }: { reference: string; onHome: boolean }): Message =>
  message(
    'The tracker rejected the app’s API key: it’s unknown or deactivated. Everything that’s waiting is kept.',
    onHome
      ? 'Ask a Vendor Admin to create a new key (on the tracker’s settings page), and an admin of this workspace to replace it on the app’s Home tab.'
      : 'Ask a Vendor Admin to create a new key (on the tracker’s settings page), and the person who runs the app to set it.',
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
    'The tracker isn’t responding, so there’s nothing to show. Waiting updates are kept.',
    'Try again in a minute. If it keeps happening, give your admin the reference below.',
    note(
      requestId === undefined
        ? `Reference: ${reference}`
        : `Reference: ${reference} · Tracker request: ${requestId}`,
    ),
    runAgain(run),
  )

/** For any other error in the tracker or the bot. The log has it under the reference. */
export const unexpected = ({ reference }: { reference: string }): Message =>
  message(
    'Something went wrong. Your request may not have gone through.',
    'Try again. If it keeps happening, give your admin the reference below.',
    note(`Reference: ${reference}`),
  )
