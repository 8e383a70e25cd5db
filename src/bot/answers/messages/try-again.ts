import { type Message, message, note } from '../../kit/message.ts'
import { button, buttons } from '../../kit/buttons.ts'
import { actions, command } from '../../kit/ids.ts'

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

/** For a dialog whose metadata this version cannot read. */
export const dialogStale = (): Message =>
  message(
    'Out of date: the app was updated since this dialog was opened. Nothing was saved.',
    `Open it again. ${command} help shows how.`,
  )

/** Slack did not say who acts, or who reads a channel. */
export const slackSlow = (): Message =>
  message(
    'Slack didn’t answer the app in time, so nothing was saved yet.',
    'Try again: your entries are still here.',
  )

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

export const quotaReached = ({ reference }: { reference: string }): Message =>
  message(
    'The tracker’s monthly API quota is used up. Everything that’s waiting is kept and sent next month.',
    'To continue sooner, ask a Vendor Admin to have the quota raised.',
    note(`Reference: ${reference}`),
  )

export const resumeButton = () => buttons(button(actions.resumeQuota, 'Resume now'))

/** Sent to admins once a month. `turns`: the first day of the next month, in words: `December 1`. */
export const quotaPaused = ({ turns }: { turns: string }): Message =>
  message(
    'The tracker’s monthly API quota is used up, so the app can’t read from it or write to it.',
    `Nothing is lost. Replies and events wait in order and continue on ${turns} (UTC).`,
    'To continue sooner, have the quota raised in the tracker, then press Resume now.',
    resumeButton(),
  )

/** Sent to admins once a day. */
export const dailyBytesSpent = (): Message =>
  message(
    'The tracker sent more today than the app stores in a day. The app takes its next events after midnight (UTC).',
    'The daily check finds completed projects that it missed. Comments from until then may be missing in Slack: look for them in the tracker, or send its failed deliveries again.',
  )

export const quotaResumed = (): Message =>
  message(
    'Calls to the tracker have resumed. What was waiting is sent, in order.',
    'If the quota is still used up, everything keeps waiting.',
  )

const askAdmin = 'Ask a workspace admin to connect it on the app’s Home tab.'

export const connectButton = () =>
  buttons(button(actions.connectTracker, 'Connect the tracker', { style: 'primary' }))

/** `mayConnect`: the person is an admin. */
export const noTrackerYet = ({ mayConnect }: { mayConnect: boolean }): Message =>
  mayConnect
    ? message(
        'No tracker is connected to this workspace yet.',
        'Connect it here or on the app’s Home tab.',
        connectButton(),
      )
    : message(`No tracker is connected to this workspace yet. ${askAdmin}`)

/** For the person who installed the app. */
export const appInstalled = ({ mayConnect }: { mayConnect: boolean }): Message =>
  mayConnect
    ? message(
        'Onboarding is installed. Connect your tracker next.',
        'You need its address and an API key, which a Vendor Admin creates there.',
        connectButton(),
      )
    : message(`Onboarding is installed. Its tracker isn’t connected yet. ${askAdmin}`)
