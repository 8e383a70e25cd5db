import { type Message, message, note } from '../kit/message.ts'
import { runAgain } from './press-again.ts'

/** Shown after about two seconds without the tracker's answer; the answer replaces it. */
export const trackerSlow = (): Message =>
  message('The tracker is taking longer than usual. The answer will appear here.')

/** The tracker's limit per minute. Comments wait by themselves; look-ups show this. */
export const rateLimited = ({ run }: { run?: string | undefined }): Message =>
  message('The tracker is limiting requests right now. Try again in about a minute.', runAgain(run))

/** The tracker does not accept the app's key: only the admin can change that. */
export const trackerUnauthorized = ({ reference }: { reference: string }): Message =>
  message(
    'The tracker rejected the app’s API key: it’s unknown or deactivated. Everything that’s waiting is kept.',
    'Ask a Vendor Admin to create a new key (on the tracker’s settings page), and the person who runs the app to set it.',
    note(`Reference: ${reference}`),
  )

interface TrackerUnreachableFacts {
  /** Also in the log. */
  reference: string
  /** The tracker's own id of the request, where it gave one. */
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

/** Any other error, in the tracker or in the bot; the log has it under the reference. */
export const unexpected = ({ reference }: { reference: string }): Message =>
  message(
    'Something went wrong. Your request may not have gone through.',
    'Try again. If it keeps happening, give your admin the reference below.',
    note(`Reference: ${reference}`),
  )
